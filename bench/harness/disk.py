"""Loop-mounted journaled file systems, with direct I/O, so that a flush costs what it costs on a disk."""

import fcntl
import os
import pathlib
import subprocess

MIB = 1 << 20


def command(*words, **options):
    return subprocess.run(
        [str(word) for word in words], check=True, text=True, capture_output=True, **options
    ).stdout


class Disk:
    """One image, mounted in this process's own mount namespace: nothing is left when it ends."""

    def __init__(self, directory, name, mebibytes, options=(), key=None):
        self.image = directory / f"{name}-{mebibytes}.img"
        self.path = directory / "mounts" / name
        self.reused = False
        kept = self.image.with_suffix(".key")
        if not self.image.exists() or self.image.stat().st_size != mebibytes * MIB:
            kept.unlink(missing_ok=True)
            self._allocate(mebibytes)
        # Two mounts of one image would destroy it.
        self.lock = open(self.image)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        if key is not None and kept.exists() and kept.read_text() == key:
            self.reused = True
        else:
            kept.unlink(missing_ok=True)
            command("mkfs.ext4", "-q", "-F", "-m", "0",
                    "-E", "lazy_itable_init=0,lazy_journal_init=0", *options, self.image)
        self.path.mkdir(parents=True, exist_ok=True)
        device = command("losetup", "--find", "--show", "--direct-io=on", self.image).strip()
        try:
            command("mount", "-o", "noatime", device, self.path)
            direct = pathlib.Path("/sys/block", os.path.basename(device), "loop/dio").read_text()
            if direct.strip() != "1":
                raise SystemExit(f"{self.image}: this file system gives a loop device no direct I/O")
        finally:
            # In use, it is only marked: it goes with the mount.
            command("losetup", "--detach", device)

    def keep(self, key):
        """The next run may use what is on the disk now."""
        os.sync()
        self.image.with_suffix(".key").write_text(key)

    def unmount(self):
        command("umount", self.path)
        self.lock.close()

    def _allocate(self, mebibytes):
        """Written, not only reserved: the first write to a reserved block costs more than the later ones."""
        part = self.image.with_suffix(".part")
        command("fallocate", "-l", f"{mebibytes}MiB", part)
        command("dd", "if=/dev/zero", f"of={part}", "bs=4M", f"count={mebibytes * MIB}",
                "iflag=count_bytes", "oflag=direct", "conv=notrunc", "status=none")
        part.rename(self.image)
