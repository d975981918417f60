"""What the fault sweep runs: for each tool a prepared store, the command that meets the fault, and what must hold after."""

import os
import re
import subprocess
from collections import Counter

import trail
from store import ID, Tree, digest, inbox_files, moments, object_fault, parse, read

MTIME = 1_700_000_000
TWIN = b"the same bytes twice\n"
# An odd name, a folder, equal contents, one too long to be claimed flat, none of the bytes, and one of several pages.
PLAIN = {
    b"plain.txt": b"plain text\n",
    b" odd \n%41 \xed\x95\x9c\xea\xb8\x80 \xff.txt": b"a name that is bytes\n",
    b"March/site A/in a folder.txt": b"below two folders\n",
    b"twin one.txt": TWIN,
    b"twin two.txt": TWIN,
    b"long " + b"n" * 230 + b".txt": b"a long name\n",
    b"empty": b"",
    b"large.bin": bytes(range(256)) * 800,
}
SHARED = {b"menu 1.jpg": b"first" * 100, b"menu 2.jpg": TWIN, b"menu 3.bin": bytes(reversed(range(256))) * 600}


class World:
    """The mounted file system with everything in it, and how a tool is run there."""

    def __init__(self, mount, tools):
        self.mount, self.tools = mount, tools
        self.home, self.inbox = f"{mount}/home", f"{mount}/home/inbox"
        self.source, self.register = f"{mount}/source", f"{mount}/register"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": mount, "LANG": "C.UTF-8", "TZ": "Asia/Seoul",
            "SPARK_HOME": self.home, "SPARK_CONFIG": f"{mount}/config", "SPARK_ALLOW_PURGEABLE": "1",
            "SWIFT_BACKTRACE": "enable=no", "XDG_RUNTIME_DIR": f"{mount}/run",
        }

    def command(self, tool, *arguments):
        return [os.path.join(self.tools, tool), *arguments]

    def run(self, command, seconds=60):
        """The exit status (None when it hung), standard output and standard error."""
        try:
            done = subprocess.run(command, env=self.environment, capture_output=True, timeout=seconds, cwd=self.mount)
        except subprocess.TimeoutExpired:
            return None, b"", b"hung"
        return done.returncode, done.stdout, done.stderr

    def need(self, tool, *arguments):
        status, output, trouble = self.run(self.command(tool, *arguments))
        if status != 0:
            raise RuntimeError(f"{tool} {' '.join(arguments)}: exit {status}: {trouble.decode(errors='replace').strip()}")
        return output

    def restart(self):
        """After power loss the machine boots again: what was written under the last boot's id is another boot's."""
        for tree in Tree.all(self.home):
            ledger = os.path.join(tree.path, "held-bytes")
            if os.path.exists(ledger):
                data = re.sub(rb"^Boot: [0-9a-f-]+", b"Boot: 00000000-0000-4000-8000-000000000000", read(ledger))
                with open(ledger, "wb") as file:
                    file.write(data)

    def captures(self):
        """Every capture of every tree, with the tree it is in."""
        return [(tree, c) for tree in Tree.all(self.home) for c in tree.captures()]


def write_files(root, files):
    for path, data in files.items():
        full = os.path.join(os.fsencode(root), path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(data)
        os.utime(full, (MTIME, MTIME))


class Scenario:
    """The parts that every tool's scenario shares; `expected` is filled by `prepare`."""

    # Whether the fault was one; the machine did not restart, so the ledger of what is held passes for this boot's.
    lost_power = False

    def __init__(self):
        self.expected = []  # (path in the inbox, name of the capture, share id or None, digest)

    def drop(self, world):
        write_files(world.inbox, PLAIN)
        self.expected += [(path, path, None, digest(data)) for path, data in PLAIN.items()]

    def share(self, world):
        write_files(world.source, SHARED)
        files = [os.path.join(world.source, os.fsdecode(name)) for name in SHARED]
        share = world.need("spark-share", "--inbox", world.inbox, "--title", "Lunch", "--", *files).decode().strip()
        for place, (name, data) in enumerate(SHARED.items(), 1):
            self.expected.append((f"{share}.share/{place}".encode(), name, share.encode(), digest(data)))

    def missing(self, world):
        """Sources that are neither where they were dropped, nor claimed, nor captured with their bytes."""
        present = Counter((path, digest(data)) for path, data in inbox_files(world.inbox))
        for tree, c in world.captures():
            if c.pruned or not object_fault(os.path.join(tree.path, "objects"), c.object):
                present[(c.name, c.get("Share"), c.object)] += 1
        return [f"lost: {name!r}" for path, name, share, d in self.expected
                if not present[(path, d)] and not present[(name, share, d)]]

    def uncaptured(self, world):
        held = Counter((c.name, c.get("Share"), c.object) for _, c in world.captures())
        return [f"not captured: {name!r}" for _, name, share, d in self.expected if not held[(name, share, d)]]

    def broken(self, world):
        """What contradicts layout.md at any moment at all: torn records, wrong objects, receipts without a landing."""
        found, landed = self.log_faults(world), moments(world.register)
        for tree, c in world.captures():
            found += tree.faults([c])
            if not c.receipt:
                continue
            if landed.get(c.id) != c.truth:
                found.append(f"{c.id}: a receipt, but the register has no such record")
            found += [f"{c.id}: at the register: {f}" for f in [object_fault(f"{world.register}/objects", c.object)] if f]
        return found

    def log_faults(self, world, settled=False):
        receipts = [c.receipt for _, c in world.captures() if c.receipt]
        return trail.faults(world.register, receipts, settled)

    def after_fault(self, world, status, output):
        """Violations right after the fault, before anything ran again."""
        found = self.broken(world) + self.missing(world)
        if status == 0:
            found += [f"exit 0, but {fault}" for fault in self.acknowledged(world)]
        return found

    def acknowledged(self, world):
        return self.uncaptured(world)

    def sent(self, world):
        """Whether everything that was prepared is captured and has a receipt."""
        return not self.uncaptured(world) and all(c.receipt for _, c in world.captures())

    def recover(self, world):
        """Runs the tools again without a fault; the violations."""
        found = []
        tools = self.again(world) + [["spark-send"], ["spark-status", "--check"], ["spark-verify"]]
        if os.path.isdir(f"{world.register}/log"):
            tools.append(["spark-audit", "log", "--bytes", world.register])
        for tool in tools:
            status, output, trouble = world.run(world.command(*tool))
            if status != 0:
                text = (output + trouble).decode(errors="replace").strip().replace("\n", " | ")
                found.append(f"{' '.join(tool)}: exit {status}: {text[-300:]}")
        return found + self.log_faults(world, settled=True)

    def again(self, world):
        return [["spark-import"]]

    def end_state(self, world):
        """Everything that must come out the same with and without a fault."""
        captures, landed = world.captures(), moments(world.register)
        state = {
            "captures": sorted((c.name, c.get("Share") or b"", c.object, c.get("Size"), c.get("Type"), c.get("Time"))
                               for _, c in captures),
            "moments": sorted(c.name if landed.get(c.id) == c.truth else b"?" for _, c in captures),
            "moments without a capture": sorted(set(landed) - {c.id for _, c in captures}),
            "captures without a receipt": sorted(c.name for _, c in captures if not c.receipt),
            "inbox": sorted(path for path, _ in inbox_files(world.inbox)),
            "objects": sorted(n for tree in Tree.all(world.home) for n in tree.list("objects")),
            "register objects": sorted(n for _, _, names in os.walk(f"{world.register}/objects") for n in names),
            "held": sum(len(tree.list("held")) for tree in Tree.all(world.home)),
            "unfinished rows": [n for tree in Tree.all(world.home) for n in tree.list("outbox") if not n.startswith("done/")],
            "journal": [n for tree in Tree.all(world.home) for n in tree.list("journal")],
        }
        return state


class Import(Scenario):
    """A drop folder and a share, with an endpoint set: spark-import meets the fault."""

    def prepare(self, world):
        world.need("spark-endpoint", "set", f"file://{world.register}")
        self.drop(world)
        self.share(world)

    def command(self, world):
        return world.command("spark-import")


class FirstImport(Import):
    """The same with no store at all: it is made on the way, and what it holds goes along with the first endpoint."""

    def prepare(self, world):
        self.drop(world)
        self.share(world)

    def again(self, world):
        return [["spark-import"], ["spark-endpoint", "set", f"file://{world.register}"]]


class Keep(Import):
    """A folder whose originals stay."""

    def prepare(self, world):
        world.need("spark-endpoint", "set", f"file://{world.register}")
        write_files(world.source, PLAIN)
        self.expected += [(path, path, None, digest(data)) for path, data in PLAIN.items()]

    def command(self, world):
        return world.command("spark-import", "--keep", world.source)

    def again(self, world):
        return [["spark-import", "--keep", world.source]]

    def sent(self, world):
        # A folder that was not yet written down as an inbox is nothing that the status could know of.
        return super().sent(world) or not os.path.exists(f"{world.home}/inboxes/source")

    def missing(self, world):
        kept = dict(inbox_files(world.source))
        return [f"an original is gone: {path!r}" for path, data in PLAIN.items() if kept.get(path) != data]


class Send(Scenario):
    """Captures that wait: spark-send meets the fault."""

    def prepare(self, world):
        world.need("spark-endpoint", "set", f"file://{world.register}")
        self.drop(world)
        self.share(world)
        world.need("spark-import")

    def command(self, world):
        return world.command("spark-send")

    def acknowledged(self, world):
        return [f"not sent: {c.name!r}" for _, c in world.captures() if not c.receipt]


class Endpoint(Scenario):
    """Captures kept at nowhere: the first spark-endpoint set meets the fault."""

    def prepare(self, world):
        self.drop(world)
        self.share(world)
        world.need("spark-import")

    def command(self, world):
        return world.command("spark-endpoint", "set", f"file://{world.register}")

    def again(self, world):
        return [["spark-endpoint", "set", f"file://{world.register}"]]

    def acknowledged(self, world):
        records = [parse(read(os.path.join(tree.path, "endpoint"))) for tree in Tree.all(world.home)]
        return [] if any("Identity" in r for r in records) else ["no endpoint is set"]


class Discard(Send):
    """Captures that wait, some of which are destroyed: spark-discard meets the fault."""

    DOOMED = [b"twin one.txt", b"menu 3.bin", b"large.bin"]

    def prepare(self, world):
        super().prepare(world)
        self.doomed = {c.name: c for _, c in world.captures() if c.name in self.DOOMED}
        self.kept = [e for e in self.expected if e[1] not in self.DOOMED]
        # Only what stays can be lost.
        self.expected = self.kept

    def command(self, world):
        return world.command("spark-discard", "--yes", *[self.doomed[name].id for name in self.DOOMED])

    def acknowledged(self, world):
        standing = {c.id for _, c in world.captures()}
        found = [f"still captured: {c.name!r}" for c in self.doomed.values() if c.id in standing]
        named = {c.object for _, c in world.captures()}
        for tree in Tree.all(world.home):
            objects = tree.list("objects")
            found += [f"its bytes are still there: {c.name!r}" for c in self.doomed.values()
                      if c.object not in named and f"{c.object[:2]}/{c.object}" in objects]
            found += [f"in the journal: {name}" for name in tree.list("journal")]
        return found

    def after_fault(self, world, status, output):
        found = super().after_fault(world, status, output)
        if output.count(b"Discarded.") == len(self.DOOMED):
            found += self.acknowledged(world)
        return found

    def recover(self, world):
        status, output, trouble = world.run(self.command(world))
        found = [] if status in (0, 1, 3) else [f"spark-discard again: exit {status}: {(output + trouble)[-300:]}"]
        return found + self.acknowledged(world) + super().recover(world)

    def again(self, world):
        return [["spark-verify", "--repair"]] if self.lost_power else []


class SignOut(Send):
    """Captures sent, captures that wait and files not yet taken: spark-signout meets the fault."""

    LATE = {b"late one.txt": b"never sent\n", b"late/two.bin": bytes(range(256)) * 40}
    UNTAKEN = {b"untaken.txt": b"not even taken\n", b"deep/er/untaken.bin": bytes(range(100))}
    NEXT = {b"next.txt": b"for the next one\n"}

    def prepare(self, world):
        super().prepare(world)
        world.need("spark-send")
        write_files(world.inbox, self.LATE)
        world.need("spark-import")
        write_files(world.inbox, self.UNTAKEN)
        self.unsent = len(self.LATE) + len(self.UNTAKEN)
        self.second = f"{world.mount}/second"
        tree = Tree.all(world.home)[0]
        self.tree = parse(read(os.path.join(tree.path, "endpoint")))["Tree"][0].decode()
        self.secrets = f"{world.mount}/config/keys/{self.tree}"
        write_files(self.secrets, {b"tag": b"secret\n"})
        self.captures = {c.id for _, c in world.captures()}

    def command(self, world):
        return world.command("spark-signout", "--discard-unsent", str(self.unsent))

    def first(self, world):
        """The first endpoint's tree where it stands under its number."""
        return [t for t in Tree.all(world.home)
                if parse(read(os.path.join(t.path, "endpoint")))["Tree"][0].decode() == self.tree]

    def left(self, world):
        return [n for n in os.listdir(f"{world.home}/retired") if self.tree in n]

    def leaked(self, world):
        """What of the first endpoint reached the second register or another tree."""
        found = [f"at the next register: {name}" for name in moments(self.second)
                 if name in self.captures]
        contents = {digest(d) for files in (PLAIN, SHARED, self.LATE, self.UNTAKEN) for d in files.values()}
        for folder, _, names in os.walk(f"{self.second}/objects"):
            found += [f"at the next register: object {n[:12]}" for n in names if n in contents]
        first = {t.path for t in self.first(world)}
        for tree, c in world.captures():
            if tree.path not in first and c.object in contents:
                found.append(f"in another tree: {c.name!r}")
        return found

    def after_fault(self, world, status, output):
        found = []
        undecided = [t.path for t in self.first(world)]
        undecided += [f"{world.home}/retired/{n}" for n in self.left(world) if not n.endswith(".erasing")]
        for path in undecided:
            captures = Tree(path).captures()
            found += Tree(path).faults(captures)
            if {c.id for c in captures} != self.captures:
                found.append(f"{path}: captures are missing before it was decided to erase them")
        if status == 0:
            found += self.acknowledged(world)
        if not self.first(world):
            # Somebody signs in elsewhere at once.
            for command in ["spark-endpoint", "set", f"file://{self.second}"], ["spark-import"], ["spark-send"]:
                end, text, trouble = world.run(world.command(*command))
                if end not in (0, 3):
                    found.append(f"{' '.join(command)}: exit {end}: {(text + trouble)[-200:]}")
        return found + self.leaked(world)

    def acknowledged(self, world):
        found = [f"still there: {n}" for n in self.left(world)] + [f"{t.path} is still there" for t in self.first(world)]
        found += [f"still in the inbox: {path!r}" for path, _ in inbox_files(world.inbox)]
        if os.path.exists(self.secrets):
            found.append("its secrets are still there")
        return found

    def sent(self, world):
        # What it was decided to erase is nobody's loss any more.
        return not self.first(world) and all(n.endswith(".erasing") for n in self.left(world))

    def recover(self, world):
        tool = "spark-signout" if self.first(world) else "spark-prune"
        found = []
        write = [[tool, "--discard-unsent", str(self.unsent)], ["spark-endpoint", "set", f"file://{self.second}"]]
        for command in write:
            status, text, trouble = world.run(world.command(*command))
            if status != 0:
                found.append(f"{' '.join(command)} again: exit {status}: {(text + trouble)[-200:]}")
        found += self.acknowledged(world)
        write_files(world.inbox, self.NEXT)
        for command in ["spark-import"], ["spark-send"], ["spark-status", "--check"], ["spark-verify"]:
            status, text, trouble = world.run(world.command(*command))
            if status != 0:
                found.append(f"{' '.join(command)}: exit {status}: {(text + trouble)[-300:]}")
        return found + self.leaked(world)

    def end_state(self, world):
        return {
            "captures": sorted(c.name for _, c in world.captures()),
            "at the next register": sorted(parse(m)["Name"][0] for m in moments(self.second).values()),
            "inbox": sorted(path for path, _ in inbox_files(world.inbox)),
            "retired": self.left(world),
            "held": sum(len(tree.list("held")) for tree in Tree.all(world.home)),
        }


class Move(Endpoint):
    """Captures that wait for a register that was moved: spark-endpoint set meets the fault."""

    def prepare(self, world):
        old = f"{world.mount}/old"
        world.need("spark-endpoint", "set", f"file://{old}")
        super().prepare(world)
        os.rename(old, world.register)

    def acknowledged(self, world):
        addresses = [parse(read(os.path.join(t.path, "endpoint")))["Address"][0].decode() for t in Tree.all(world.home)]
        return [] if addresses == [f"file://{world.register}"] else [f"the address is {addresses}"]


class Prune(Send):
    """Captures sent and one that is held, an object that nothing names, a temporary: spark-prune meets the fault."""

    HELD = {b"held.txt": b"never sent yet\n"}
    NOBODYS = b"nothing names this\n"

    def prepare(self, world):
        super().prepare(world)
        world.need("spark-send")
        write_files(world.inbox, self.HELD)
        self.expected += [(path, path, None, digest(data)) for path, data in self.HELD.items()]
        world.need("spark-import")
        tree = Tree.all(world.home)[0]
        name = digest(self.NOBODYS)
        write_files(tree.path, {f"objects/{name[:2]}/{name}".encode(): self.NOBODYS, b"tmp/left": b"behind"})
        os.chmod(os.path.join(tree.path, "objects", name[:2], name), 0o444)

    def command(self, world):
        return world.command("spark-prune", "--sent-older-than", "0")

    def acknowledged(self, world):
        found = []
        for tree, c in world.captures():
            if c.receipt and not (c.pruned and object_fault(os.path.join(tree.path, "objects"), c.object)):
                found.append(f"not pruned: {c.name!r}")
        name = digest(self.NOBODYS)
        for tree in Tree.all(world.home):
            if f"{name[:2]}/{name}" in tree.list("objects"):
                found.append("an object that nothing names is still there")
        return found

    def broken(self, world):
        found = super().broken(world)
        for tree, c in world.captures():
            if not c.receipt and object_fault(os.path.join(tree.path, "objects"), c.object):
                found.append(f"held, and its bytes are gone: {c.name!r}")
        return found

    def again(self, world):
        return [["spark-prune", "--sent-older-than", "0"]]


class Share(Scenario):
    """spark-share meets the fault: the share is there whole, or not at all; once its id is printed it is there."""

    def prepare(self, world):
        world.need("spark-endpoint", "set", f"file://{world.register}")
        write_files(world.source, SHARED)

    def command(self, world):
        files = [os.path.join(world.source, os.fsdecode(name)) for name in SHARED]
        return world.command("spark-share", "--inbox", world.inbox, "--title", "Lunch", "--text", "hello", "--", *files)

    def shares(self, world):
        names = os.listdir(world.inbox) if os.path.isdir(world.inbox) else []
        return [name for name in names if name.endswith(".share") and not name.startswith(".")]

    def after_fault(self, world, status, output):
        found, printed = [], output.decode().strip()
        for name in self.shares(world):
            files = {path: data for path, data in inbox_files(os.path.join(world.inbox, name))}
            try:
                record = parse(files.pop(b"share"))
            except (KeyError, ValueError) as error:
                found.append(f"a share without a whole record: {error}")
                continue
            shared = sorted(SHARED.values()) + [b"hello"]
            if sorted(files.values()) != sorted(shared) or len(record["File"]) != len(shared):
                found.append("a share that is not whole is in view")
        if printed and not re.fullmatch(ID, printed):
            found.append(f"printed {printed!r}, which is no id")
        if (printed or status == 0) and self.shares(world) != [f"{printed}.share"]:
            found.append(f"exit {status}, printed {printed!r}, but in view: {self.shares(world)}")
        return found

    def sent(self, world):
        return not self.shares(world) and all(c.receipt for _, c in world.captures())

    def recover(self, world):
        found = []
        if not self.shares(world):
            status, _, trouble = world.run(self.command(world))
            if status != 0:
                found.append(f"spark-share again: exit {status}: {trouble.decode(errors='replace').strip()}")
        found += super().recover(world)
        for _, c in world.captures():
            share = [o for _, o in world.captures() if o.id.encode() == c.get("Share")]
            if len(share) != 1:
                found.append(f"{c.name!r} names the share {c.get('Share')}, whose first capture is not there")
        return found

    def end_state(self, world):
        state = super().end_state(world)
        state["captures"] = [(name, size, kind) for name, _, _, size, kind, _ in state["captures"]]
        # Each run mints a share id and a time, so its record differs; hidden directories of killed doors may stay.
        state["objects"], state["register objects"] = len(state["objects"]), len(state["register objects"])
        state["inbox"] = [path for path in state["inbox"] if not path.startswith(b".")]
        return state


SCENARIOS = {
    "share": Share, "import": Import, "send": Send, "first-import": FirstImport, "keep": Keep, "endpoint": Endpoint,
    "discard": Discard, "signout": SignOut, "move": Move, "prune": Prune,
}
