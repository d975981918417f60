import SparkCommand
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem

/// `spark-audit orphans` and `spark-audit remove`.
enum OrphanVerbs {
  static func list(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard operands.count == 1 else { throw CommandError.usage("orphans takes one DIR") }
    let orphans = try Orphans(Operands.register(operands[0])).all()
    for orphan in orphans {
      if arguments.has("json") {
        try output.line(json(orphan))
      } else if arguments.has("0") {
        try output.write(Array(orphan.path.utf8) + [0])
      } else {
        let sentence = AuditSentence.orphan(
          path: RawPath(orphan.path).shown, size: ByteCount(orphan.bytes),
          age: Age(seconds: orphan.age))
        try output.line(Sentence.trail(.audit(sentence)).text)
      }
    }
    let bytes = orphans.reduce(Int64(0)) { $0.addingClamped($1.bytes) }
    let sentence = AuditSentence.orphans(count: orphans.count, size: ByteCount(bytes))
    output.note(Sentence.trail(.audit(sentence)).text)
    return .done
  }

  private static func json(_ orphan: Orphan) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("path", orphan.path)
      json.member("bytes", orphan.bytes)
      json.member("time", Timestamp(orphan.time).text)
      json.member("age", orphan.age)
    }
    return json.text
  }

  static func remove(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard operands.count > 1 else {
      throw CommandError.usage("remove takes a DIR and what to remove")
    }
    let isRehearsal = arguments.has("dry-run")
    let mayAct = isRehearsal || arguments.has("yes")
    guard mayAct || Question.canBeAsked else {
      throw CommandError.usage(Sentence.trail(.audit(.removeNeedsYes)).text)
    }
    func say(_ sentence: AuditSentence) -> String { Sentence.trail(.audit(sentence)).text }
    let orphans = try Orphans(Operands.register(operands[0]))
    let all = try orphans.all()
    var wanted: [Orphan] = []
    var left = 0
    for operand in operands.dropFirst() {
      let text = String(decoding: operand, as: UTF8.self)
      guard let orphan = all.first(where: { $0.path == text || $0.path.hasSuffix("/" + text) })
      else {
        output.complain(say(.noOrphan(path: RawPath(operand).shown)))
        left += 1
        continue
      }
      let size = ByteCount(orphan.bytes)
      let question = say(
        .removeAsks(path: orphan.path, size: size, age: Age(seconds: orphan.age)))
      if try !mayAct && !Question.ask(question) {
        output.note(say(.notRemoved))
        left += 1
      } else if !wanted.contains(where: { $0.path == orphan.path }) {
        wanted.append(orphan)
      }
    }
    if mayAct, !wanted.isEmpty { output.note(say(.mayBelong)) }
    if !wanted.isEmpty {
      do throws(SparkError) {
        try OrphanRemoval(orphans).remove(wanted, isRehearsal: isRehearsal)
      } catch {
        guard error.code == .refused else { throw error }
        throw CommandError.failure(.negative, error.message, hint: nil)
      }
    }
    for orphan in wanted where isRehearsal || !output.isQuiet {
      let path = RawPath(orphan.path).shown
      try output.line(say(isRehearsal ? .wouldRemove(path: path) : .removed(path: path)))
    }
    return left == 0 ? .done : wanted.isEmpty ? .negative : .partial
  }
}
