"""A store for measuring, and the tools that work on it."""

import os
import shutil
import time

# Longer than spark-import's quiet time, so that its wait is not in the figures.
QUIET = 3

# Of one processor, what others may use while a measurement begins, and how long to wait for that.
CALM = 0.2
PATIENCE = 60


class Store:
    """A fresh store with a directory register and no ceiling."""

    def __init__(self, meter, tools, home, register):
        self.meter, self.tools, self.home, self.register = meter, tools, home, register
        for path in (home, register):
            shutil.rmtree(path, ignore_errors=True)
        home.parent.mkdir(parents=True, exist_ok=True)
        register.mkdir(parents=True)
        self.tool("endpoint", "set", f"file://{register}", "--name", "disk", "--ceiling", "none")
        self.inbox.mkdir(exist_ok=True)

    def tool(self, name, *words, **options):
        return self.meter.run(self.tools / f"spark-{name}", "--home", self.home, *words, **options)

    @property
    def inbox(self):
        return self.home / "inbox"

    @property
    def tree(self):
        return self.home / os.readlink(self.home / "current")

    def remove(self):
        shutil.rmtree(self.home)
        shutil.rmtree(self.register)


class Sealed(Store):
    """A store whose register takes sealed copies, with a key, and with captures that wait to be sealed."""

    def __init__(self, meter, tools, home, register, files):
        super().__init__(meter, tools, home, register)
        shutil.rmtree(home)
        shutil.rmtree(register)
        self.tool("endpoint", "set", f"file://{register}?seal=yes", "--name", "disk", "--ceiling", "none")
        passphrase = home.parent / "passphrase"
        passphrase.write_text("bench\n")
        self.tool("key", "new", "--passphrase-file", passphrase)
        shutil.copytree(files, self.inbox, dirs_exist_ok=True)
        os.sync()
        time.sleep(QUIET)
        self.tool("import")

    def unseal(self):
        """Everything waits to be sealed again."""
        for note in (self.tree / "captures").glob("*/*/*.sealed"):
            for line in note.read_text().splitlines():
                field, _, value = line.partition(": ")
                if field in ("Object", "Record"):
                    name = value.removeprefix("blake2b-256:")
                    (self.tree / "objects" / name[:2] / name).unlink()
            note.unlink()
        for row in (self.tree / "outbox/sealed").iterdir():
            row.rename(self.tree / "outbox/sealing" / row.name)


class Existing(Store):
    """A store that an earlier run made."""

    def __init__(self, meter, tools, home, register):
        self.meter, self.tools, self.home, self.register = meter, tools, home, register


def settle():
    """Sources flushed, quiet time over, and nobody else at work if that can be had."""
    os.sync()
    time.sleep(QUIET)
    wait_for_calm()


def wait_for_calm():
    """Waits, as long as patience lasts, for the other processes of the machine to rest."""
    for _ in range(2 * PATIENCE):
        before = busy()
        time.sleep(0.5)
        if busy() - before < CALM * 0.5:
            return


def busy():
    """Seconds that all processors together have spent on anything but waiting."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, interrupt, soft = map(int, file.readline().split()[1:8])
    return (user + nice + system + interrupt + soft) / os.sysconf("SC_CLK_TCK")


def objects(directory):
    """Every file below a directory of objects."""
    for entry in os.scandir(directory):
        if entry.is_dir(follow_symlinks=False):
            yield from objects(entry.path)
        else:
            yield entry.path


def take_back(directory, into, count):
    """Objects become sources again: the same inodes, so what is in memory stays there."""
    into.mkdir(parents=True, exist_ok=True)
    taken = 0
    for taken, path in enumerate(sorted(objects(directory)), 1):
        target = into / f"{taken:06}.bin"
        os.rename(path, target)
        os.chmod(target, 0o644)
    if taken != count:
        raise RuntimeError(f"{directory}: {taken} objects, not {count}")
