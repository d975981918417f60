"""Reads a store and a register directory by layout.md alone, with no Spark code, so that the tests judge by the page."""

import hashlib
import os
import re
from dataclasses import dataclass

ID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def digest(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def decode(value):
    """Percent-decodes once, to bytes."""
    return re.sub(rb"%([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), value)


def parse(data):
    """A record's fields, each a list of values; raises ValueError when the record is torn."""
    if not data.startswith(b"Format: ") or not data.endswith(b"\n\n") or b"\0" in data:
        raise ValueError("not a whole record")
    fields, last = {}, None
    for line in data[:-2].split(b"\n"):
        if line.startswith(b"+ ") and last:
            fields[last][-1] += b"\n" + line[2:]
            continue
        match = re.fullmatch(rb"([A-Z][A-Za-z0-9]*): (.*)", line)
        if not match:
            raise ValueError(f"not a field: {line!r}")
        last = match[1].decode()
        fields.setdefault(last, []).append(match[2])
    return fields


@dataclass
class Capture:
    id: str
    path: str
    truth: bytes
    fields: dict
    receipt: dict | None
    sealed: dict | None = None  # what stands beside it as <id>.sealed
    pruned: dict | None = None

    def get(self, field):
        values = self.fields.get(field)
        return values[0] if values else None

    @property
    def name(self):
        """Folder and name, decoded: what the file was called below its inbox."""
        folder = self.get("Folder")
        parts = [decode(p) for p in folder.split(b"/")] if folder else []
        return b"/".join(parts + [decode(self.get("Name"))])

    @property
    def object(self):
        return self.get("Object").decode().removeprefix("blake2b-256:")


def walk_months(root):
    """Every file in <root>/<yyyy>/<mm>/."""
    for folder, _, names in os.walk(root):
        if re.fullmatch(r"\d{4}/\d\d", os.path.relpath(folder, root)):
            for name in names:
                yield os.path.join(folder, name)


def object_fault(objects, hex_digest):
    """What is wrong with an object, or None."""
    path = os.path.join(objects, hex_digest[:2], hex_digest)
    try:
        data = read(path)
    except FileNotFoundError:
        return f"object {hex_digest[:12]} is missing"
    return None if digest(data) == hex_digest else f"object {hex_digest[:12]} holds other bytes"


class Tree:
    """One endpoint's tree."""

    def __init__(self, path):
        self.path = path

    @property
    def id(self):
        """The tree's own id, for life."""
        return parse(read(os.path.join(self.path, "endpoint")))["Tree"][0].decode()

    @staticmethod
    def all(home):
        endpoints = os.path.join(home, "endpoints")
        numbers = [n for n in os.listdir(endpoints) if n.isdigit()] if os.path.isdir(endpoints) else []
        return [Tree(os.path.join(endpoints, n)) for n in sorted(numbers, key=int)]

    def captures(self):
        """Every truth with its receipt; raises ValueError on a torn one."""
        found, receipts, sealed, pruned = [], {}, {}, {}
        for path in walk_months(os.path.join(self.path, "captures")):
            name = os.path.basename(path)
            try:
                data = read(path)
                fields = parse(data)
            except ValueError as error:
                raise ValueError(f"{os.path.relpath(path, self.path)}: {error}")
            if name.endswith(".receipt"):
                receipts[name.removesuffix(".receipt")] = fields
            elif name.endswith(".sealed"):
                sealed[name.removesuffix(".sealed")] = fields
            elif name.endswith(".pruned"):
                pruned[name.removesuffix(".pruned")] = fields
            elif re.fullmatch(ID, name):
                found.append(Capture(name, path, data, fields, None))
            else:
                raise ValueError(f"alien file {path}")
        for capture in found:
            capture.receipt = receipts.pop(capture.id, None)
            capture.sealed = sealed.get(capture.id)
            capture.pruned = pruned.get(capture.id) if capture.receipt else None
        if receipts:
            raise ValueError(f"receipts without a truth: {sorted(receipts)}")
        return sorted(found, key=lambda c: c.id)

    def faults(self, captures):
        """Violations of layout.md's rules 1 to 3 among the captures."""
        objects, found = os.path.join(self.path, "objects"), []
        for c in captures:
            if c.get("Id").decode() != c.id:
                found.append(f"{c.id}: its truth names another id")
            found += [f"{c.id}: {f}" for f in [object_fault(objects, c.object)] if f and not (c.pruned and "missing" in f)]
            if c.get("ShareRecord"):
                share = c.get("ShareRecord").decode().removeprefix("blake2b-256:")
                found += [f"{c.id}: share record: {f}" for f in [object_fault(objects, share)] if f]
            if c.receipt and c.receipt["Record"][0].decode() != "blake2b-256:" + digest(c.truth):
                found.append(f"{c.id}: its receipt names another truth")
        return found

    def list(self, folder):
        """Every file below a folder of the tree, by relative path."""
        root = os.path.join(self.path, folder)
        return sorted(os.path.relpath(os.path.join(d, n), root) for d, _, names in os.walk(root) for n in names)


def inbox_files(inbox):
    """What lies in an inbox or its claims: (path below the inbox, bytes); claims give the path the file had.

    A share's files are given as <id>.share/<place>.
    """
    found = []
    inbox = os.fsencode(inbox)
    for folder, folders, names in os.walk(inbox):
        if folder == inbox:
            folders[:] = [f for f in folders if f != b".spark"]
        for name in names:
            path = os.path.join(folder, name)
            found.append((os.path.relpath(path, inbox), read(path)))
    claims = os.path.join(inbox, b".spark", b"claims")
    for tree in os.listdir(claims) if os.path.isdir(claims) else []:
        for claim in os.listdir(os.path.join(claims, tree)):
            path = os.path.join(claims, tree, claim)
            if os.path.isfile(path):
                found.append((decode(claim[37:]), read(path)))
                continue
            keep = claim + b"/" if claim.endswith(b".share") else b""
            for folder, _, names in os.walk(path):
                for name in names:
                    inner = os.path.join(folder, name)
                    found.append((keep + os.path.relpath(inner, path), read(inner)))
    return found


def moments(register):
    """The register's moments by id."""
    return {os.path.basename(p): read(p) for p in walk_months(os.path.join(register, "moments"))}
