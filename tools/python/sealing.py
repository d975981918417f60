"""What the fault sweep runs where captures go sealed: by layout.md and Debian's age alone, with no Spark code."""

import glob
import os
import re
import subprocess
from collections import Counter

from scenario import PLAIN, SHARED, Scenario
from store import Tree, decode, digest, inbox_files, object_fault, parse, read

MAGIC = b"age-encryption.org/v1\n"
MARK = re.compile(rb"\n-> spark-tag ([0-9a-f]{64}) ([0-9a-f]{64})\n")


def field(record, name):
    return record[name][0].decode().removeprefix("blake2b-256:")


def mark(moment):
    """The tag and the sealed object that a sealed record's header names; None when it is no such file."""
    head = moment[: moment.find(b"\n---") + 1]
    found = MARK.search(head) if moment.startswith(MAGIC) else None
    return (found[1].decode(), found[2].decode()) if found else None


def sealed_records(register):
    """The register's sealed records by place."""
    return {name: read(os.path.join(folder, name))
            for folder, _, names in os.walk(f"{register}/records") for name in names}


def split(moment):
    """The records of an opened sealed record: spark-moment, the truth, the share's record."""
    parts = [part + b"\n\n" for part in moment.split(b"\n\n") if part]
    return parts[0], parts[1], b"".join(parts[2:])


class Opener:
    """Opens sealed files with the unlocked keyring."""

    def __init__(self, world):
        self.identities = [arg for path in glob.glob(f"{world.mount}/run/spark/keys/*-*") for arg in ("-i", path)]

    def open(self, path):
        done = subprocess.run(["age", "-d", *self.identities, path], capture_output=True)
        return done.stdout if done.returncode == 0 else None

    def object(self, tree, name):
        return self.open(os.path.join(tree, "objects", name[:2], name))


def copy_fault(tree, sealed):
    """What is wrong with the sealed copy that <id>.sealed names, or None."""
    objects = os.path.join(tree.path, "objects")
    for name in (field(sealed, "Object"), field(sealed, "Record")):
        if fault := object_fault(objects, name):
            return "sealed copy: " + fault
    name = field(sealed, "Object")
    if os.path.getsize(os.path.join(objects, name[:2], name)) != int(field(sealed, "Size")):
        return "sealed copy: another size"
    record = field(sealed, "Record")
    if mark(read(os.path.join(objects, record[:2], record))) != (field(sealed, "Tag"), name):
        return "sealed copy: its record's header says otherwise"
    return None


class Sealed(Scenario):
    """The parts that every sealing scenario shares."""

    plaintext = "yes"

    def prepare(self, world):
        os.makedirs(f"{world.mount}/run", mode=0o700)
        with open(f"{world.mount}/passphrase", "w") as file:
            file.write("correct horse\n")
        world.need("spark-endpoint", "set", f"file://{world.register}?seal=yes", "--keep-plaintext", self.plaintext)
        self.make_key(world)
        self.key(world, "unlock")
        self.drop(world)
        self.share(world)
        self.ready(world)

    def ready(self, world):
        world.need("spark-import")

    def make_key(self, world):
        """Places a key made once, under a passphrase that costs no time: thousands of runs rotate and unlock it."""
        keys, made = f"{world.mount}/config/keys/{Tree.all(world.home)[0].id}", os.path.join(os.path.dirname(__file__), "keys")
        os.makedirs(f"{keys}/statements", mode=0o700)
        for name, place in (("keyring.age", "keyring.age"), ("tag", "tag"), ("statement", "statements/1")):
            with open(f"{keys}/{place}", "wb") as file:
                file.write(read(f"{made}/{name}"))
            os.chmod(f"{keys}/{place}", 0o600)
        for folder in (f"{world.mount}/config", f"{world.mount}/config/keys", keys):
            os.chmod(folder, 0o700)

    def key(self, world, *arguments):
        return world.need("spark-key", *arguments, "--passphrase-file", f"{world.mount}/passphrase")

    def command(self, world):
        return world.command("spark-seal")

    def again(self, world):
        return [["spark-seal"]]

    # What is captured, whether it is plain or sealed.

    def contents(self, world):
        """Of each capture its tree, itself, the fields of its plain truth and its bytes' digest; None for what is lost."""
        opener, found = Opener(world), []
        for tree, c in world.captures():
            fields, plain = (None, None) if c.get("SealedSize") else (c.fields, field(c.fields, "Object"))
            if fields and not object_fault(os.path.join(tree.path, "objects"), plain):
                found.append((tree, c, fields, plain))
                continue
            if not c.sealed or copy_fault(tree, c.sealed):
                found.append((tree, c, fields, None))
                continue
            moment, data = opener.object(tree.path, field(c.sealed, "Record")), opener.object(tree.path, field(c.sealed, "Object"))
            if moment is None or data is None:
                found.append((tree, c, fields, None))
                continue
            head, truth, _ = split(moment)
            if field(parse(head), "SealedObject") != field(c.sealed, "Object"):
                raise ValueError(f"{c.id}: its sealed record is about another copy")
            if fields and truth != c.truth:
                raise ValueError(f"{c.id}: its sealed record holds another truth")
            found.append((tree, c, parse(truth), digest(data)))
        return found

    def present(self, world):
        held = Counter()
        for _, _, fields, data in self.contents(world):
            if fields and data == field(fields, "Object"):
                held[(self.name(fields), (fields.get("Share") or [None])[0], data)] += 1
        return held

    @staticmethod
    def name(fields):
        folder = [decode(part) for part in fields["Folder"][0].split(b"/")] if "Folder" in fields else []
        return b"/".join(folder + [decode(fields["Name"][0])])

    def missing(self, world):
        present = self.present(world)
        for path, data in inbox_files(world.inbox):
            present[(path, digest(data))] += 1
        return [f"lost: {name!r}" for path, name, share, d in self.expected
                if not present[(path, d)] and not present[(name, share, d)]]

    def uncaptured(self, world):
        held = self.present(world)
        return [f"not captured: {name!r}" for _, name, share, d in self.expected if not held[(name, share, d)]]

    def broken(self, world):
        found, records = self.log_faults(world), sealed_records(world.register)
        objects = f"{world.register}/objects"
        for folder, _, names in os.walk(objects):
            for name in names:
                data = read(os.path.join(folder, name))
                if digest(data) != name or not data.startswith(MAGIC):
                    found.append(f"at the register: object {name[:12]} is not sealed, or other bytes")
        for place, moment in records.items():
            said = mark(moment)
            if not said or object_fault(objects, said[1]):
                found.append(f"at the register: record {place[:12]} without its object")
        for tree, c in world.captures():
            if c.get("Id").decode() != c.id:
                found.append(f"{c.id}: its truth names another id")
            sealed_fault = copy_fault(tree, c.sealed) if c.sealed else "no sealed copy"
            if c.sealed and sealed_fault:
                found.append(f"{c.id}: {sealed_fault}")
            if c.get("SealedSize") or object_fault(os.path.join(tree.path, "objects"), c.object):
                if sealed_fault:
                    found.append(f"{c.id}: neither plain bytes nor a sealed copy: {sealed_fault}")
            if c.receipt:
                place = field(c.sealed, "Place") if c.sealed else ""
                moment = records.get(place, b"")
                if mark(moment) != (field(c.receipt, "Tag"), field(c.receipt, "Object")) or \
                        digest(moment) != field(c.receipt, "Record") or field(c.receipt, "Tag") != field(c.sealed, "Tag"):
                    found.append(f"{c.id}: a receipt, but the register has no such record")
        return found

    def pins(self, world):
        """The newest generation's number, by the statements."""
        return max((int(os.path.basename(p)) for p in glob.glob(f"{world.mount}/config/keys/*/statements/[0-9]*")), default=0)

    def acknowledged(self, world):
        newest = str(self.pins(world)).encode()
        found = [f"not sealed for generation {newest.decode()}: {c.id}" for _, c in world.captures()
                 if not c.sealed or c.sealed["Generation"][0] != newest]
        return found + (self.traces(world) if self.plaintext == "no" else [])

    def traces(self, world, but=()):
        """Where bytes or names of captures are found in the endpoints' trees or at the register."""
        names = {part for path in [*PLAIN, *SHARED] for part in path.split(b"/")} | {b"Lunch"}
        data = {d[:48] for d in [*PLAIN.values(), *SHARED.values()] if d}
        needles = {n for n in names | data if len(n) > 5} | {digest(d).encode() for d in [*PLAIN.values(), *SHARED.values()]}
        needles |= {b"odd %0A%2541", b"%0A%2541"}
        found = []
        for root in (f"{world.home}/endpoints", world.register):
            for folder, folders, files in os.walk(os.fsencode(root)):
                folders[:] = [f for f in folders if f.decode() not in but]
                for file in files:
                    path = os.path.join(folder, file)
                    both = path + b"\0" + read(path)
                    found += [f"a trace of {n[:20]!r} in {os.path.relpath(path, os.fsencode(world.mount))!r}" for n in needles if n in both]
        return found

    def sent(self, world):
        return not self.uncaptured(world) and all(c.receipt for _, c in world.captures())

    def recover(self, world):
        found = super().recover(world)
        return found + (self.traces(world) if self.plaintext == "no" else [])

    def end_state(self, world):
        contents, records = self.contents(world), sealed_records(world.register)
        trees = Tree.all(world.home)
        needed = {field(c.sealed, part) for _, c, _, _ in contents if c.sealed for part in ("Object", "Record")}
        plain = [n for tree in trees for n in tree.list("objects")
                 if not read(os.path.join(tree.path, "objects", n)).startswith(MAGIC)]
        opener, landed = Opener(world), []
        for moment, path in ((m, f"{world.register}/records/{p[:2]}/{p}") for p, m in records.items()):
            opened, said = opener.open(path), mark(moment)
            data = opener.object(world.register, said[1]) if said else None
            truth = parse(split(opened)[1]) if opened else {}
            landed.append((truth.get("Id", [b"?"])[0].decode(), bool(truth) and data is not None and digest(data) == field(truth, "Object")))
        return {
            "captures": sorted((self.name(f), (f.get("Share") or [b""])[0], d, f["Size"][0], f["Type"][0], f["Time"][0])
                               for _, _, f, d in contents if f),
            "lost": [c.id for _, c, f, d in contents if not f or d is None],
            "records that are no capture's": sorted(set(landed) - {(c.id, True) for _, c, _, _ in contents}),
            "captures without a record": sorted(c.id for _, c, _, _ in contents if (c.id, True) not in landed),
            "records": len(records),
            "captures without a receipt": sorted(c.id for _, c, _, _ in contents if not c.receipt),
            "generations": sorted(field(c.sealed, "Generation") for _, c, _, _ in contents if c.sealed),
            "sealed copies that are missing": sorted(n for n in needed if all(object_fault(f"{t.path}/objects", n) for t in trees)),
            "plain objects": sorted(plain),
            "inbox": sorted(path for path, _ in inbox_files(world.inbox)),
            "held": sum(len(tree.list("held")) for tree in trees),
            "unfinished rows": [n for tree in trees for n in tree.list("outbox") if not n.startswith("done/")],
            "journal": [n for tree in trees for n in tree.list("journal")],
        }


class Seal(Sealed):
    """Captures that wait for spark-seal, which meets the fault; their plain bytes stay."""


class SealNo(Sealed):
    """The same where neither bytes nor names may stay."""

    plaintext = "no"


class ResealPlain(Seal):
    """Copies under a retired generation, with the plain bytes at hand: spark-seal meets the fault."""

    def ready(self, world):
        super().ready(world)
        world.need("spark-seal")
        self.key(world, "rotate")


class Reseal(ResealPlain):
    """The same with nothing plain."""

    plaintext = "no"


class Rotate(SealNo):
    """Copies under the first generation: spark-key rotate meets the fault, then they are sealed again and sent."""

    def ready(self, world):
        super().ready(world)
        world.need("spark-seal")

    def command(self, world):
        return world.command("spark-key", "rotate", "--passphrase-file", f"{world.mount}/passphrase")

    def acknowledged(self, world):
        return [] if self.pins(world) == 2 else ["there is no second generation"]

    def again(self, world):
        keys = ["--passphrase-file", f"{world.mount}/passphrase"]
        rotate = [] if self.pins(world) == 2 else [["spark-key", "rotate", *keys]]
        return rotate + [["spark-key", "unlock", *keys], ["spark-seal"]]


class SealedSend(SealNo):
    """Sealed copies: spark-send meets the fault."""

    def ready(self, world):
        super().ready(world)
        world.need("spark-seal")

    def command(self, world):
        return world.command("spark-send")

    def acknowledged(self, world):
        return [f"not sent: {c.id}" for _, c in world.captures() if not c.receipt]


class SealedSendRotated(SealedSend):
    """The same, and the next generation starts before anybody runs again: nothing is recorded twice."""

    def again(self, world):
        keys = ["--passphrase-file", f"{world.mount}/passphrase"]
        return [["spark-key", "rotate", *keys], ["spark-key", "unlock", *keys], ["spark-seal"]]

    def end_state(self, world):
        state = super().end_state(world)
        # What had arrived stays under the first one.
        del state["generations"]
        return state


class SealedImport(SealNo):
    """spark-import meets the fault, and what it had kept is sealed, its plain bytes dropped, before it runs again."""

    def ready(self, world):
        pass

    def command(self, world):
        return world.command("spark-import")

    def acknowledged(self, world):
        return self.uncaptured(world)

    def again(self, world):
        return [["spark-seal"], ["spark-import"], ["spark-seal"]]

    def traces(self, world, but=("tmp",)):
        # Drafts of an importer that died are for prune.
        return super().traces(world, but)


SEALING = {
    "seal": Seal, "sealno": SealNo, "reseal": Reseal, "reseal-plain": ResealPlain, "rotate": Rotate,
    "sealed-send": SealedSend, "sealed-send-rotated": SealedSendRotated, "sealed-import": SealedImport,
}
