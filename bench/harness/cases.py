"""What is measured. Each case prints a line for each bound that it holds against."""

import hashlib
import os
import shutil

from . import disk, spark
from .measure import median
from .spark import Existing, Sealed, Store, objects, settle, take_back, wait_for_calm

FULL = dict(small=10_000, photos=300, large=2 << 30, many=100_000, sent=1_000_000, held=100,
            list=100_000, work=10_240, lists=12_288, other=2_048)
QUICK = dict(small=500, photos=20, large=128 << 20, many=2_000, sent=10_000, held=100,
             list=5_000, work=2_048, lists=512, other=512)
# Mebibytes: somewhat more than all photographs.
WARM = 2_000
START = ("share", "import", "send", "status", "list", "show", "cat", "retry", "verify", "endpoint",
         "seal", "key", "discard", "signout", "prune", "audit")


class Bench:
    """The disks, the tools and the sizes that the cases share."""

    def __init__(self, meter, programs, tools, before, images, sources, quick, peers):
        self.meter, self.programs, self.tools, self.before = meter, programs, tools, before
        self.images, self.sources = images, sources
        self.size = QUICK if quick else FULL
        self.peers = peers
        self._work = None

    @property
    def work(self):
        if self._work is None:
            self._work = disk.Disk(self.images, "work", self.size["work"])
        return self._work.path

    def clear(self):
        """A case that failed leaves nothing to the next one."""
        if self._work is not None:
            for path in self._work.path.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def program(self, name, *words, **options):
        return self.meter.run(self.programs / name, *words, **options)

    def settle(self):
        settle()
        self.program("warm", WARM)

    def store(self, name="store"):
        return Store(self.meter, self.tools, self.work / name / "home", self.work / name / "register")

    def make_files(self, directory, count, least, most):
        self.program("make-files", directory, count, least, most, 1)

    def small_files(self, directory):
        self.make_files(directory, self.size["small"], 1 << 10, 16 << 10)

    def photos(self, directory):
        self.make_files(directory, self.size["photos"], 2 << 20, 6 << 20)

    def import_once(self, kept, count):
        """Takes all of a kept directory into a fresh store, and gives its files back to it."""
        store = self.store()
        move(kept, store.inbox)
        self.settle()
        sample = store.tool("import")
        take_back(store.tree / "objects", kept, count)
        store.remove()
        return sample

    def restic_once(self, sources):
        repository = self.work / "restic"
        words = ("restic", "-q", "--no-cache", "-r", repository)
        self.meter.run(*words, "init")
        self.settle()
        sample = self.meter.run(*words, "backup", sources)
        shutil.rmtree(repository)
        return sample

    def annex_once(self, sources):
        repository = self.work / "annex"
        shutil.copytree(sources, repository)
        for words in (("git", "init", "-q"), ("git", "config", "annex.backend", "BLAKE2B256E"),
                      ("git", "annex", "init", "-q")):
            self.meter.run(*words, directory=repository)
        self.settle()
        sample = self.meter.run("git", "annex", "add", "-q", ".", directory=repository)
        self.meter.run("chmod", "-R", "u+w", repository)
        shutil.rmtree(repository)
        return sample

    def peers_of(self, name, kept, ours, restic, annex):
        if not self.peers:
            return
        runs = min(3, self.meter.runs)
        samples, = self.meter.turn_about(lambda: self.restic_once(kept), runs=runs)
        self.meter.ratio(f"{name}-restic", ours, samples, "restic backup", restic)
        samples, = self.meter.turn_about(lambda: self.annex_once(kept), runs=runs)
        self.meter.ratio(f"{name}-annex", ours, samples, "git annex add", annex)


def move(directory, into):
    for name in os.listdir(directory):
        os.rename(directory / name, into / name)


def small(bench):
    """10,000 files of 1 to 16 KiB, against a floor in C, restic and git annex."""
    kept, floor = bench.work / "small", bench.work / "floor"
    bench.small_files(kept)
    count = bench.size["small"]

    def by_floor():
        bench.program("floor-import", "--prepare", floor)
        bench.settle()
        sample = bench.program("floor-import", kept, floor)
        take_back(floor / "objects", kept, count)
        shutil.rmtree(floor)
        return sample

    ours, theirs = bench.meter.turn_about(lambda: bench.import_once(kept, count), by_floor)
    bench.meter.ratio("small", ours, theirs, "floor", 1.3)
    bench.peers_of("small", kept, ours, 1.0, 1 / 30)
    shutil.rmtree(kept)


def photos(bench):
    """300 photographs of 1.2 GB, against b2sum, restic and git annex; no byte is copied."""
    kept = bench.work / "photos"
    bench.photos(kept)
    count = bench.size["photos"]

    def by_b2sum():
        bench.settle()
        return bench.meter.run("b2sum", "-l", "256", *sorted(kept.iterdir()))

    def by_spark():
        store = bench.store()
        move(kept, store.inbox)
        inodes = {entry.inode() for entry in os.scandir(store.inbox) if entry.is_file()}
        bench.settle()
        sample = store.tool("import")
        if {os.stat(path).st_ino for path in objects(store.tree / "objects")} != inodes:
            raise RuntimeError("an object is not the inode that was dropped")
        take_back(store.tree / "objects", kept, count)
        store.remove()
        return sample

    theirs, ours = bench.meter.turn_about(by_b2sum, by_spark)
    bench.meter.ratio("photos", ours, theirs, "b2sum -l 256", 0.75)
    written = max(sample.written for sample in ours) / 1e6
    bench.meter.amount("photos-written", written, "MB", 0.02 * count)
    bench.peers_of("photos", kept, ours, 1 / 4, 1 / 2.5)
    shutil.rmtree(kept)


def across(bench):
    """The photographs from another file system, against a floor that copies and hashes."""
    other = disk.Disk(bench.images, "other", bench.size["other"])
    kept, inbox, copies = other.path / "kept", other.path / "inbox", bench.work / "copies"
    bench.photos(kept)
    inbox.mkdir(mode=0o700)

    def by_spark():
        # A copy is made whatever the count of links is, so the second drop can be a link of the first.
        store = bench.store()
        for path in kept.iterdir():
            os.link(path, inbox / path.name)
        bench.settle()
        sample = store.tool("import", inbox)
        left = [name for name in os.listdir(inbox) if not name.startswith(".")]
        if left:
            raise RuntimeError(f"{len(left)} files are still in {inbox}")
        shutil.rmtree(inbox / ".spark", ignore_errors=True)
        store.remove()
        return sample

    def by_floor():
        bench.settle()
        sample = bench.program("floor-copy", kept, copies)
        shutil.rmtree(copies)
        return sample

    ours, theirs = bench.meter.turn_about(by_spark, by_floor)
    bench.meter.ratio("across", ours, theirs, "floor", 1.25)
    other.unmount()


def large(bench):
    """One file of 2 GiB, against libsodium's bare hash of it, and the memory it takes."""
    kept = bench.work / "large"
    bench.make_files(kept, 1, bench.size["large"], bench.size["large"])

    def by_floor():
        bench.settle()
        return bench.program("floor-hash", next(kept.iterdir()))

    theirs, ours = bench.meter.turn_about(by_floor, lambda: bench.import_once(kept, 1))
    bench.meter.ratio("large", ours, theirs, "bare hash", 1.25)
    bench.meter.amount("large-memory", max(sample.peak for sample in ours) / 1024, "MB", 40)
    bench.meter.amount("large-written", max(sample.written for sample in ours) / 1e6, "MB", 2)
    shutil.rmtree(kept)


def many(bench):
    """The memory that an inbox of 100,000 files takes."""
    kept = bench.work / "many"
    bench.make_files(kept, bench.size["many"], 200, 1000)
    sample = bench.import_once(kept, bench.size["many"])
    bench.meter.amount("many-memory", sample.peak / 1024, "MB", 40)
    bench.meter.remark(f"{bench.size['many']} files taken in {sample.seconds:.2f} s")
    shutil.rmtree(kept)


def lists(bench):
    """spark-status and one import over long lists, against short ones and ls."""
    size, meter = bench.size, bench.meter
    key = hashlib.blake2b(digest_size=16)
    for path in (bench.sources / "make-store.c", bench.sources.parent / "layout.md"):
        key.update(path.read_bytes())
    key = key.hexdigest()
    lists = disk.Disk(bench.images, "lists", size["lists"], ("-i", "4096"), key)
    wanted = dict(none=(0, size["held"]), sent=(size["sent"], size["held"]), empty=(0, 0),
                  held=(0, size["list"]))
    stores = {}
    for name, (sent, held) in wanted.items():
        place = lists.path / name
        store = (Existing if lists.reused else Store)(
            meter, bench.tools, place / "home", place / "register")
        if not lists.reused:
            bench.program("make-store", store.tree, sent, held, register_of(store))
        stores[name] = store
    lists.keep(key)

    def status(name):
        return lambda: stores[name].tool("status")

    for name in stores:
        status(name)()
    runs = max(meter.runs, 15)
    wait_for_calm()
    none, sent = meter.turn_about(status("none"), status("sent"), runs=runs)
    meter.ratio("status-sent", sent, none, "with none sent", 1.5)

    tree = stores["held"].tree
    places = [tree / "held", *sorted((tree / "outbox").iterdir()), stores["held"].inbox]
    listing = "ls -U " + " ".join(f"'{place}'" for place in places) + " | wc -l"
    wait_for_calm()
    held, listed = meter.turn_about(status("held"), lambda: meter.run("sh", "-c", listing), runs=runs)
    meter.ratio("status-held", held, listed, "ls -U | wc -l", 3)

    def one(name):
        def measure():
            drop(stores[name].inbox)
            bench.settle()
            return stores[name].tool("import")
        return measure

    for name in ("empty", "held"):
        # The ledger may be from before the machine was started: the first import counts it again.
        one(name)()
    long, short = meter.turn_about(one("held"), one("empty"))
    meter.ratio("import-list", long, short, "into an empty list", 2)
    lists.unmount()


def register_of(store):
    """The register's identity, as the endpoint pins it."""
    for line in (store.tree / "endpoint").read_text().splitlines():
        if line.startswith("Identity: "):
            return line.removeprefix("Identity: ")
    raise RuntimeError(f"{store.tree}: no identity")


def drop(inbox):
    (inbox / "one.bin").write_bytes(os.urandom(4000))


def verify(bench):
    """spark-verify of 1.2 GB, against b2sum -c."""
    store = bench.store()
    bench.photos(store.inbox)
    bench.settle()
    store.tool("import")
    objects_at, sums = store.tree / "objects", bench.work / "sums"
    names = sorted(os.path.relpath(path, objects_at) for path in objects(objects_at))
    sums.write_text("".join(f"{os.path.basename(name)}  {name}\n" for name in names))

    def by_b2sum():
        wait_for_calm()
        return bench.meter.run("b2sum", "-l", "256", "-c", "--quiet", sums, directory=objects_at)

    def by_spark():
        wait_for_calm()
        return store.tool("verify")

    by_b2sum()
    theirs, ours = bench.meter.turn_about(by_b2sum, by_spark)
    bench.meter.ratio("verify", ours, theirs, "b2sum -l 256 -c", 0.65)
    sums.unlink()
    store.remove()


def send_once(bench, store, kept, count):
    """A kept directory imported and sent; both are measured."""
    move(kept, store.inbox)
    bench.settle()
    imported = store.tool("import")
    os.sync()
    sample = store.tool("send")
    landed = sum(1 for _ in objects(store.register / "moments"))
    if landed != count:
        raise RuntimeError(f"{landed} moments at the register, not {count}")
    take_back(store.tree / "objects", kept, count)
    store.remove()
    return imported, sample


def trail(bench):
    """spark-send of the 10,000, against tools from before registers had a log (--before DIR)."""
    if bench.before is None:
        print("trail                    left out: it needs --before", flush=True)
        return
    kept = bench.work / "small"
    bench.small_files(kept)
    count = bench.size["small"]

    def by(tools):
        store = Store(bench.meter, tools, bench.work / "store/home", bench.work / "store/register")
        return send_once(bench, store, kept, count)[1]

    ours, theirs = bench.meter.turn_about(lambda: by(bench.tools), lambda: by(bench.before))
    bench.meter.ratio("trail", ours, theirs, "without the log", 1.2)
    shutil.rmtree(kept)


def send(bench):
    """spark-send of the 10,000 to a directory on the same disk, against rsync, a flush and an import."""
    kept, copy = bench.work / "small", bench.work / "copy"
    bench.small_files(kept)
    count = bench.size["small"]
    imports = []

    def by_spark():
        imported, sample = send_once(bench, bench.store(), kept, count)
        imports.append(imported)
        return sample

    def by_rsync():
        copy.mkdir()
        bench.settle()
        sample = bench.meter.run(
            "sh", "-c", 'rsync -a "$1/" "$2/" && sync -f "$2"', "sh", kept, copy)
        shutil.rmtree(copy)
        return sample

    ours, theirs = bench.meter.turn_about(by_spark, by_rsync)
    for copied, imported in zip(theirs, imports):
        copied.seconds += imported.seconds
    bench.meter.ratio("send", ours, theirs, "rsync, sync, import", 1.5)
    shutil.rmtree(kept)


def seal(bench, name, kept, to_age, to_floor=None, at_once=2):
    """A kept directory sealed by Spark, by the floor and by age, so many processes at once."""
    place = bench.work / "store"
    store = Sealed(bench.meter, bench.tools, place / "home", place / "register", kept)
    out = bench.work / "sealed"
    files = sorted(kept.iterdir())
    recipient = next(line.split()[-1] for line in disk.command("age-keygen").splitlines()
                     if line.startswith("# public key: "))

    def by_floor():
        bench.program("floor-seal", "--prepare", out)
        bench.settle()
        sample = bench.program("floor-seal", *files, out)
        shutil.rmtree(out)
        return sample

    def by_age():
        out.mkdir()
        bench.settle()
        sample = bench.meter.run(
            "sh", "-c", 'ls "$1" | xargs -P$4 -I{} age -r "$3" -o "$2/{}" "$1/{}" && sync -f "$2"',
            "sh", kept, out, recipient, str(at_once))
        shutil.rmtree(out)
        return sample

    def by_spark():
        bench.settle()
        sample = store.tool("seal")
        store.unseal()
        return sample

    floor, age, ours = bench.meter.turn_about(by_floor, by_age, by_spark)
    if to_floor:
        bench.meter.ratio(name, ours, floor, "floor", to_floor)
    bench.meter.ratio(f"{name}-age", ours, age, "age -r", to_age)
    bench.meter.amount(f"{name}-memory", max(sample.peak for sample in ours) / 1024, "MB", 40)
    store.remove()
    shutil.rmtree(kept)


def seal_photos(bench):
    """300 photographs sealed, against a floor on libsodium and age -r two at a time."""
    kept = bench.work / "photos"
    bench.photos(kept)
    seal(bench, "seal-photos", kept, to_floor=1.15, to_age=1 / 1.4)


def seal_large(bench):
    """One file of 2 GiB sealed, against the same."""
    kept = bench.work / "large"
    bench.make_files(kept, 1, bench.size["large"], bench.size["large"])
    seal(bench, "seal-large", kept, to_age=1 / 1.8)


def seal_small(bench):
    """1,000 files of 1 to 16 KiB sealed, against the same."""
    kept = bench.work / "small"
    bench.make_files(kept, bench.size["small"] // 10, 1 << 10, 16 << 10)
    seal(bench, "seal-small", kept, to_floor=1.5, to_age=1 / 10, at_once=1)


def audit(bench):
    """spark-audit of a log of 100,000 entries, against a loop that reads and hashes them, and what it takes besides."""
    kept, count = bench.work / "many", bench.size["many"]
    bench.make_files(kept, count, 200, 1000)
    store = bench.store()
    move(kept, store.inbox)
    bench.settle()
    store.tool("import")
    store.tool("send")
    log = store.register / "log"
    spark_audit = bench.tools / "spark-audit"

    def by_floor():
        wait_for_calm()
        return bench.program("floor-audit", log, count)

    def by_records():
        wait_for_calm()
        return bench.program("floor-audit", log, count, store.register)

    def by_spark(place):
        def measure():
            wait_for_calm()
            return bench.meter.run(spark_audit, "log", "-q", place)
        return measure

    # Everything is read once before, so that all of them find it in memory.
    by_spark(store.register)()
    runs = max(bench.meter.runs, 5)
    floor, ours, both, whole = bench.meter.turn_about(
        by_floor, by_spark(log), by_records, by_spark(store.register), runs=runs)
    bench.meter.ratio("audit", ours, floor, "read, SHA-256", 3)
    bench.meter.ratio("audit-records", whole, both, "and records, objects", 3)
    bench.meter.amount("audit-memory", max(sample.peak for sample in whole) / 1024, "MB", 200)
    sizes = [os.stat(path) for path in objects(log)]
    bench.meter.amount("audit-log-entry", sum(size.st_blocks for size in sizes) * 512 / count, "B", 600)
    receipt = next(path for path in objects(store.tree / "captures") if path.endswith(".receipt"))
    output = bench.images / "spawn"
    bench.program("spawn", 101, spark_audit, "receipt", receipt, output=output)
    mine, theirs = map(float, output.read_text().split())
    bench.meter.difference("audit-receipt", mine, theirs, "/bin/true", 5)
    store.remove()


def start(bench):
    """Start-up of each tool, against /bin/true."""
    output = bench.images / "spawn"
    for name in START:
        bench.program("spawn", 101, bench.tools / f"spark-{name}", "--version", output=output)
        ours, theirs = map(float, output.read_text().split())
        bench.meter.difference(f"start-{name}", ours, theirs, "/bin/true", 2)


CASES = dict(start=start, small=small, photos=photos, across=across, large=large, many=many,
             lists=lists, verify=verify, send=send, trail=trail, audit=audit,
             **{"seal-photos": seal_photos, "seal-large": seal_large, "seal-small": seal_small})
