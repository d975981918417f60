import Glibc
import SparkSystem
import SparkTestKit

/// Runs a shell command inside a tool just before one of its calls, once: what a race needs luck for
/// happens every time.
enum Hook {
  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <poll.h>
    #include <signal.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #include <stdio.h>
    #include <sys/file.h>
    #include <sys/inotify.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static int done;
    static void before(const char *call) {
      const char *wanted = getenv("HOOK_CALL"), *command = getenv("HOOK_COMMAND");
      const char *skip = getenv("HOOK_SKIP");
      if (!wanted || !command || strcmp(wanted, call)) return;
      if (__atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST) != (skip ? atoi(skip) : 0)) return;
      char *copy = strdup(command);
      unsetenv("LD_PRELOAD");
      if (!strcmp(copy, "kill")) kill(getpid(), SIGKILL);
      if (system(copy) != 0) abort();
    }
    #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    int renameat(int from, const char *name, int to, const char *other) {
      // A claim is named by an id, a dot and a path.
      if (strlen(other) > 37 && other[36] == '.') before("claim");
      return NEXT(renameat)(from, name, to, other);
    }
    int fchmod(int fd, mode_t mode) {
      before("hash");
      return NEXT(fchmod)(fd, mode);
    }
    int linkat(int from, const char *name, int to, const char *other, int flags) {
      if (strstr(other, ".probe") == NULL) before("link");
      return NEXT(linkat)(from, name, to, other, flags);
    }
    ssize_t copy_file_range(int in, off64_t *a, int out, off64_t *b, size_t count, unsigned flags) {
      before("copy");
      return NEXT(copy_file_range)(in, a, out, b, count, flags);
    }
    int renameat2(int from, const char *name, int to, const char *other, unsigned flags) {
      before("publish");
      return NEXT(renameat2)(from, name, to, other, flags);
    }
    int unlinkat(int directory, const char *name, int flags) {
      before("remove");
      return NEXT(unlinkat)(directory, name, flags);
    }
    int flock(int fd, int operation) {
      before("lock");
      return NEXT(flock)(fd, operation);
    }
    int inotify_add_watch(int fd, const char *path, uint32_t mask) {
      const char *mode = getenv("HOOK_WATCH");
      if (mode && !strcmp(mode, "limit")) { errno = ENOSPC; return -1; }
      if (mode && !strcmp(mode, "blind")) mask = IN_UNMOUNT;
      return NEXT(inotify_add_watch)(fd, path, mask);
    }
    int poll(struct pollfd *fds, nfds_t count, int milliseconds) {
      const char *hasten = getenv("HOOK_HASTEN");
      if (hasten && milliseconds >= 10000) milliseconds /= atoi(hasten);
      return NEXT(poll)(fds, count, milliseconds);
    }
    """#

  private static let library = Result { try compile() }

  // One for all tests of this process, so its directory is removed when the process ends.
  private static func compile() throws -> (Scratch, RawPath) {
    let scratch = try Scratch()
    atexit {
      if let path = try? Hook.library.get().0.path { try? TestFiles.remove(path) }
    }
    let object = scratch.file("hook.so")
    let run = try scratch.run(
      ToolCall("cc", ["-shared", "-fPIC", "-O1", "-o", object, "-x", "c", "-", "-ldl"])
        .reading(Array(source.utf8)))
    guard run.status == 0 else { throw TestKitError("the hook does not compile: \(run)") }
    return (scratch, object)
  }

  /// The call with a command run before its first `claim` (a rename), `hash`, `copy`, `link`, `publish` (a
  /// rename onto a free name), `remove` or `lock`, or after so many of them.
  static func before(_ step: String, _ command: String, skip: Int = 0, _ call: ToolCall) throws
    -> ToolCall
  {
    call.with("LD_PRELOAD", try library.get().1).with("HOOK_CALL", RawPath(step))
      .with("HOOK_COMMAND", RawPath(command)).with("HOOK_SKIP", RawPath("\(skip)"))
  }

  /// The call where inotify says that its watches are used up (`limit`) or tells nothing (`blind`),
  /// and where a minute is a second.
  static func watching(_ mode: RawPath, _ call: ToolCall) throws -> ToolCall {
    call.with("LD_PRELOAD", try library.get().1).with("HOOK_WATCH", mode).with("HOOK_HASTEN", "60")
  }
}
