"""Holds a log that Spark wrote against a tree that is not Spark's (PyPI's pymerkle).

usage: independent.py LOG CHECKPOINTS PROOFS

LOG is a tlog-tiles folder, CHECKPOINTS a folder of checkpoints of any sizes, PROOFS one of tlog-proof files. The entries
are read from the bundles, the roots of all checkpoints and the hashes of all proofs are compared with pymerkle's.
"""

import base64
import pathlib
import sys

from pymerkle import InmemoryTree


def tile(number):
    """The path of a tile by its number (C2SP tlog-tiles)."""
    groups = [f"{number % 1000:03}"]
    while number >= 1000:
        number //= 1000
        groups.insert(0, f"x{number % 1000:03}")
    return "/".join(groups)


def entries(log, size):
    for number in range((size + 255) // 256):
        width = min(256, size - 256 * number)
        path = log / "tile/entries" / (tile(number) + ("" if width == 256 else f".p/{width}"))
        rest = path.read_bytes()
        while rest:
            length = int.from_bytes(rest[:2], "big")
            yield rest[2:2 + length]
            rest = rest[2 + length:]


def checkpoint(note):
    _, size, root = note.split(b"\n")[:3]
    return int(size), base64.b64decode(root, validate=True)


def main():
    log, checkpoints, proofs = map(pathlib.Path, sys.argv[1:])
    size, _ = checkpoint((log / "checkpoint").read_bytes())
    tree = InmemoryTree("sha256")
    for entry in entries(log, size):
        tree.append_entry(entry)
    assert tree.get_size() == size, f"{tree.get_size()} entries, not {size}"
    roots = hashes = 0
    for path in [log / "checkpoint", *sorted(checkpoints.iterdir())]:
        told, root = checkpoint(path.read_bytes())
        assert tree.get_root(told) == root, f"{path}: another root"
        roots += 1
    for path in sorted(proofs.iterdir()):
        head, _, note = path.read_bytes().partition(b"\n\n")
        lines = head.split(b"\n")
        index, told = int(lines[1].removeprefix(b"index ")), checkpoint(note)[0]
        theirs = tree.prove_inclusion(index + 1, told).serialize()["path"]
        theirs.remove(tree.get_leaf(index + 1).hex())
        ours = [base64.b64decode(line, validate=True).hex() for line in lines[2:]]
        assert sorted(ours) == sorted(theirs), f"{path}: other hashes"
        hashes += len(ours)
    print(f"{size} entries, {roots} roots, {hashes} hashes")


main()
