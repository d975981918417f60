"""Small file system images for crash tests: each worker has mounts of its own, which vanish with the worker."""

import ctypes
import fcntl
import os
import shutil
import signal
import struct
import subprocess
import sys
import time

SIZES = {"ext4": "64M", "xfs": "300M"}
# Less of what would hide a missing flush: no journal commit by the clock, no flush of its own before a rename.
OPTIONS = {"ext4": "loop,noatime,commit=600,noauto_da_alloc", "xfs": "loop,noatime,nouuid"}
_CLONE_NEWNS, _MS_REC, _MS_PRIVATE, _PR_SET_PDEATHSIG = 0x20000, 0x4000, 0x40000, 1
_FS_IOC_SHUTDOWN, _NOLOGFLUSH = 0x8004587D, 2


def end_tidily():
    """Makes SIGTERM an ordinary end, so that the scratch directory is removed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def enter_namespace():
    """Gives this process mounts of its own and makes it end with its parent, so that nothing stays mounted."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if libc.unshare(_CLONE_NEWNS) or libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None):
        raise OSError(ctypes.get_errno(), "a mount namespace of its own")


def work_directory(name, otherwise):
    """A scratch directory in memory where there is room, with a folder `mount`; those of dead processes are removed."""
    memory = "/dev/shm"
    parent = memory if os.path.isdir(memory) and shutil.disk_usage(memory).free > 4 << 30 else otherwise
    for old in os.listdir(parent):
        if old.startswith(name + ".") and not os.path.exists(f"/proc/{old.rpartition('.')[2]}"):
            shutil.rmtree(os.path.join(parent, old), ignore_errors=True)
    work = os.path.join(parent, f"{name}.{os.getpid()}")
    os.makedirs(os.path.join(work, "mount"))
    return work


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr.strip()}")


def make(path, kind, size=None):
    run("truncate", "-s", size or SIZES[kind], path)
    if kind == "ext4":
        run("mkfs.ext4", "-q", "-E", "lazy_itable_init=1,lazy_journal_init=1", path)
    else:
        run("mkfs.xfs", "-q", path)


def mount(path, where, kind):
    run("mount", "-t", kind, "-o", OPTIONS[kind], path, where)


def unmount(where):
    for attempt in range(50):
        try:
            return run("umount", where)
        except RuntimeError:
            if attempt == 49:
                raise
            time.sleep(0.02)


def copy(source, target):
    run("cp", "--sparse=always", "--reflink=never", source, target)


def shut_down(where):
    """Power loss: the file system stops here without writing its log."""
    fd = os.open(where, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.ioctl(fd, _FS_IOC_SHUTDOWN, struct.pack("I", _NOLOGFLUSH))
    finally:
        os.close(fd)
