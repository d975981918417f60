"""What the fault sweep runs: for each tool a prepared store, the command that meets the fault, and what must hold after."""

import os
import re
import subprocess
from collections import Counter

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
            if not object_fault(os.path.join(tree.path, "objects"), c.object):
                present[(c.name, c.get("Share"), c.object)] += 1
        return [f"lost: {name!r}" for path, name, share, d in self.expected
                if not present[(path, d)] and not present[(name, share, d)]]

    def uncaptured(self, world):
        held = Counter((c.name, c.get("Share"), c.object) for _, c in world.captures())
        return [f"not captured: {name!r}" for _, name, share, d in self.expected if not held[(name, share, d)]]

    def broken(self, world):
        """What contradicts layout.md at any moment at all: torn records, wrong objects, receipts without a landing."""
        found, landed = [], moments(world.register)
        for tree, c in world.captures():
            found += tree.faults([c])
            if not c.receipt:
                continue
            if landed.get(c.id) != c.truth:
                found.append(f"{c.id}: a receipt, but the register has no such record")
            found += [f"{c.id}: at the register: {f}" for f in [object_fault(f"{world.register}/objects", c.object)] if f]
        return found

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
        for tool in self.again(world) + [["spark-send"], ["spark-status", "--check"], ["spark-verify"]]:
            status, output, trouble = world.run(world.command(*tool))
            if status != 0:
                text = (output + trouble).decode(errors="replace").strip().replace("\n", " | ")
                found.append(f"{' '.join(tool)}: exit {status}: {text[-300:]}")
        return found

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
}
