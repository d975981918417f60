"""Reads a register's log by layout.md and RFC 6962 alone, with no Spark code."""

import base64
import hashlib
import os
import re

from store import digest, read


def sha256(data):
    return hashlib.sha256(data).digest()


def root(hashes):
    """The root over leaf hashes (RFC 6962, section 2.1)."""
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\1" + root(hashes[:split]) + root(hashes[split:]))


def tile(number, width):
    groups = re.findall("...", f"{number:0{-(-len(str(number)) // 3) * 3}}")
    return "/".join([f"x{g}" for g in groups[:-1]] + [groups[-1]]) + (f".p/{width}" if width < 256 else "")


def split(bundle):
    entries = []
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        entries.append(bundle[2:2 + length])
        bundle = bundle[2 + length:]
    return entries


class Log:
    """What a register's log says; raises ValueError or OSError where it says nothing whole."""

    def __init__(self, register):
        self.register = register
        self.folder = os.path.join(register, "log")
        origin, size, head = read(os.path.join(self.folder, "checkpoint")).split(b"\n")[:3]
        self.size, self.root = int(size), base64.b64decode(head)
        self.entries = []
        for number in range(-(-self.size // 256)):
            width = min(256, self.size - number * 256)
            path = os.path.join(self.folder, "tile/entries", tile(number, width))
            if not os.path.exists(path):
                path = os.path.join(self.folder, "tile/entries", tile(number, 256))
            self.entries += split(read(path))[:width]

    @property
    def pending(self):
        """Entries that were committed beyond the checkpoint."""
        found, size = [], self.size
        while True:
            try:
                lines = read(os.path.join(self.folder, "commit", str(size))).split(b"\n")[2:-1]
            except FileNotFoundError:
                return found
            found += lines
            size += len(lines)

    def faults(self):
        """What is wrong with it at any moment at all."""
        if len(self.entries) != self.size:
            return [f"log: {len(self.entries)} entries, the checkpoint says {self.size}"]
        if root([sha256(b"\0" + entry) for entry in self.entries]) != self.root:
            return ["log: the entries do not give the checkpoint's root"]
        named = re.findall(rb" record=blake2b-256:([0-9a-f]{64})", b"\n".join(self.entries))
        found = [f"log: {one.decode()[:12]} has two entries" for one in set(named) if named.count(one) > 1]
        standing = set(self.records())
        return found + [f"log: {one.decode()[:12]} has an entry and no record" for one in named if one.decode() not in standing]

    def missing(self):
        """Records without an entry: none once nothing is on its way."""
        named = b"\n".join(self.entries)
        return [f"log: the record {one[:12]} has no entry" for one in self.records() if one.encode() not in named]

    def records(self):
        """The digests of the records that stand."""
        for base in ("moments", "records"):
            for folder, _, names in os.walk(os.path.join(self.register, base)):
                for name in names:
                    yield digest(read(os.path.join(folder, name)))


def faults(register, receipts, settled=False):
    """What is wrong with a register's log, and with receipts (their fields) that rest on it."""
    if not os.path.exists(os.path.join(register, "log/checkpoint")):
        return ["a receipt, but there is no log"] if receipts else []
    try:
        log = Log(register)
    except (ValueError, OSError) as error:
        return [f"log: {error!r}"]
    said = set(log.entries + log.pending)
    found = log.faults() + (log.missing() if settled else [])
    return found + ["a receipt whose entry is not in the log" for fields in receipts if fields["Entry"][0] not in said]
