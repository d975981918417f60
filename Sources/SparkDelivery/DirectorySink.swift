internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Carries one batch to a register that is a directory: the objects first, then the moments.
///
/// Each step gives the parcels that it stopped an answer; the others go on to the next one.
struct DirectorySink: Sendable {
  private let objects: ObjectStore
  private let table: VerdictTable
  private let landing: RegisterLanding
  private let register: RegisterDirectory
  private let isWanted: @Sendable (Parcel) -> Bool

  /// Prepares the directories of a batch.
  ///
  /// `isWanted` tells whether a parcel's row still stands under its carrier; it is asked on many threads.
  /// Throws the register's errors.
  init(
    _ tree: EndpointTree, _ register: RegisterDirectory, _ table: VerdictTable, prefix: String,
    _ parcels: [Parcel], isWanted: @escaping @Sendable (Parcel) -> Bool
  ) throws(SparkError) {
    self.isWanted = isWanted
    objects = ObjectStore(tree)
    self.table = table
    self.register = register
    landing = try RegisterLanding(
      register, prefix: prefix, objects: parcels.flatMap(\.objects),
      places: parcels.map(\.place),
      isAlone: parcels.count <= Directory.flushedAloneUpTo)
  }

  /// Writes drafts of all objects and moments, makes them durable, and puts the objects under their
  /// names, durably.
  func sendBytes(_ parcels: inout [Parcel]) {
    checkUploaded(&parcels)
    let jobs = Self.jobs(parcels)
    let drafts = draft(jobs, parcels)
    apply(drafts, jobs, &parcels)
    guard parcels.contains(where: \.isUnderWay) else { return }
    do throws(SparkError) { try landing.flushDrafts() } catch {
      return stop(&parcels, table.register(error, at: .bytes))
    }
    place(jobs, drafts, &parcels)
    // One that stood already may be a killed sender's, whose name was never flushed.
    if jobs.isEmpty { return }
    do throws(SparkError) { try landing.flushObjects() } catch {
      stop(&parcels, table.register(error, at: .bytes))
    }
  }

  /// Puts the moments under their ids; `flushMoments` has to follow.
  ///
  /// `known` is how long the register's log is before that.
  func sendRecords(_ parcels: inout [Parcel], known: Int64) {
    let before = parcels
    let ends: [Parcel] = Workers.map(parcels.count, context: ByteStream.init) {
      [landing, table, isWanted] stream, place in
      var parcel = before[place]
      guard parcel.isUnderWay else { return parcel }
      guard isWanted(parcel) else {
        parcel.isGone = true
        return parcel
      }
      do throws(SparkError) {
        guard let standing = try landing.placeMoment(place, parcel.place) else {
          parcel.known = known
          return parcel
        }
        if standing == parcel.moment { return parcel }
        // Sealed twice, as after a crash or a rotation, one capture's records differ.
        if let other = SealedMoment.Mark(of: standing), other.tag == parcel.sealed?.tag,
          try landing.holds(other.object, stream)
        {
          (parcel.moment, parcel.object) = (standing, other.object)
        } else {
          parcel.answer = table.conflict
        }
      } catch { parcel.answer = table.register(error, at: .record) }
      return parcel
    }
    parcels = ends
  }

  /// Removes the drafts of the records of what was taken away.
  func dropGone(_ parcels: [Parcel]) {
    for (place, parcel) in parcels.enumerated() where parcel.isGone { landing.dropMoment(place) }
  }

  /// Reads each moment back and compares it.
  func readBack(_ parcels: inout [Parcel]) {
    let before = parcels
    let answers: [Answer?] = Workers.map(parcels.count, context: {}) { [landing, table] _, place in
      let parcel = before[place]
      guard parcel.isUnderWay else { return nil }
      do throws(SparkError) {
        if try landing.readBack(parcel.place) == parcel.moment { return nil }
        return .failed(table.unequal)
      } catch { return table.register(error, at: .record) }
    }
    for (place, answer) in answers.enumerated() where answer != nil {
      parcels[place].answer = answer
    }
  }

  /// Makes the moments durable; true when that was a flush of the register's whole file system.
  func flushMoments() throws(SparkError) -> Bool { try landing.flushMoments() }

  private func stop(_ parcels: inout [Parcel], _ answer: Answer) {
    for place in parcels.indices where parcels[place].isUnderWay { parcels[place].answer = answer }
  }

  /// A register that was put back from an older copy may have lost what it had.
  private func checkUploaded(_ parcels: inout [Parcel]) {
    for place in parcels.indices where !parcels[place].needsBytes {
      do throws(SparkError) {
        let parcel = parcels[place]
        parcels[place].needsBytes = try !register.hasObject(parcel.object, size: parcel.objectSize)
      } catch { parcels[place].answer = table.register(error, at: .bytes) }
    }
  }
}

// The bytes. Captures of one batch may name the same object, and it goes once.
extension DirectorySink {
  struct Job: Sendable {
    let digest: Digest
    var parcels: [Int]
  }

  enum Draft: Sendable {
    case drafted, standing, unwanted, stopped(Answer)
  }

  private static func jobs(_ parcels: [Parcel]) -> [Job] {
    var jobs: [Job] = []
    var places: [Digest: Int] = [:]
    for (place, parcel) in parcels.enumerated() where parcel.isUnderWay && parcel.needsBytes {
      for digest in parcel.objects {
        if let job = places[digest] {
          jobs[job].parcels.append(place)
        } else {
          places[digest] = jobs.count
          jobs.append(Job(digest: digest, parcels: [place]))
        }
      }
    }
    return jobs
  }

  /// The drafts of the jobs, and after them those of the moments.
  private func draft(_ jobs: [Job], _ parcels: [Parcel]) -> [Draft] {
    let before = parcels
    return Workers.map(jobs.count + parcels.count, context: ByteStream.init) { stream, place in
      if place < jobs.count {
        let job = jobs[place]
        return draftObject(place, job.digest, stream) {
          job.parcels.contains { isWanted(before[$0]) }
        }
      }
      let parcel = before[place - jobs.count]
      guard parcel.isUnderWay else { return .standing }
      do throws(SparkError) {
        try landing.draftMoment(place - jobs.count, parcel.moment)
        return .standing
      } catch { return .stopped(table.register(error, at: .record)) }
    }
  }

  private func draftObject(
    _ number: Int, _ digest: Digest, _ stream: ByteStream, while isWanted: () -> Bool
  ) -> Draft {
    do throws(SparkError) {
      let source = try objects.open(digest)
      let status = try source.status()
      guard status.kind == .regular else { return .stopped(.blocked(.damaged, .damaged)) }
      // The last look before anything leaves: whatever a record says, these bytes must be sealed.
      if register.isSealed, try !SealedMoment.isSealed(source) {
        return .stopped(.blocked(.damaged, .damaged))
      }
      return copyObject(number, digest, source, size: status.size, stream, while: isWanted)
    } catch { return .stopped(VerdictTable.source(error)) }
  }

  private func copyObject(
    _ number: Int, _ digest: Digest, _ source: borrowing Descriptor, size: Int64,
    _ stream: ByteStream, while isWanted: () -> Bool
  ) -> Draft {
    do throws(SparkError) {
      switch try landing.draftObject(
        number, digest, from: source, size: size, stream, while: isWanted)
      {
      case .standing: return .standing
      case .unwanted: return .unwanted
      case .different: return .stopped(table.conflict)
      case .drafted(let result):
        if result.digest == digest.bytes { return .drafted }
        landing.dropObject(number)
        return .stopped(sourceTrouble(digest, stream) ?? .failed(table.unequal))
      }
    } catch {
      // A copy fails on either side; reading the object once more tells which.
      let isTheirs = error.code == .full || error.code == .readOnly
      let ours = isTheirs ? nil : sourceTrouble(digest, stream)
      return .stopped(ours ?? table.register(error, at: .bytes, size: size))
    }
  }

  /// What is wrong with an object on this side; nil when it is whole.
  private func sourceTrouble(_ digest: Digest, _ stream: ByteStream) -> Answer? {
    do throws(SparkError) {
      let isWhole = try stream.hash(objects.open(digest)).digest == digest.bytes
      return isWhole ? nil : .blocked(.damaged, .damaged)
    } catch { return VerdictTable.source(error) }
  }

  private func apply(_ drafts: [Draft], _ jobs: [Job], _ parcels: inout [Parcel]) {
    for (place, draft) in drafts.enumerated() {
      switch draft {
      case .stopped(let answer):
        let stopped = place < jobs.count ? jobs[place].parcels : [place - jobs.count]
        for parcel in stopped where parcels[parcel].answer == nil {
          let isOurs = answer.isAboutTheSource && parcels[parcel].sealed != nil
          parcels[parcel].answer = isOurs ? .sealAgain : answer
        }
      case .unwanted: for parcel in jobs[place].parcels { parcels[parcel].isGone = true }
      case .drafted, .standing: continue
      }
    }
    for place in parcels.indices where !parcels[place].isUnderWay { landing.dropMoment(place) }
    for (place, job) in jobs.enumerated()
    where !job.parcels.contains(where: { parcels[$0].isUnderWay }) {
      landing.dropObject(place)
    }
  }

  private func place(_ jobs: [Job], _ drafts: [Draft], _ parcels: inout [Parcel]) {
    let before = parcels
    let answers: [Answer?] = Workers.map(jobs.count, context: ByteStream.init) {
      [landing, table] stream, place in
      guard case .drafted = drafts[place],
        jobs[place].parcels.contains(where: { before[$0].isUnderWay })
      else { return nil }
      do throws(SparkError) {
        return try landing.placeObject(place, jobs[place].digest, stream) ? nil : table.conflict
      } catch { return table.register(error, at: .bytes) }
    }
    for (job, answer) in zip(jobs, answers) {
      guard let answer else { continue }
      for place in job.parcels where parcels[place].answer == nil {
        parcels[place].answer = answer
        landing.dropMoment(place)
      }
    }
  }
}
