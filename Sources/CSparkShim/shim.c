#define _GNU_SOURCE
#include "CSparkShim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CHECKED(call) ({ long r_; do r_ = (call); while (r_ < 0 && errno == EINTR); r_ < 0 ? -(long)errno : r_; })

int spark_open(int directory, const char *path, int flags, unsigned mode) {
  int how = O_CLOEXEC;
  if (!(flags & SPARK_FOLLOW)) how |= O_NOFOLLOW;
  if (flags & SPARK_READ_WRITE) how |= O_RDWR;
  else if (flags & SPARK_WRITE) how |= O_WRONLY;
  else how |= O_RDONLY | O_NOCTTY | (flags & SPARK_WAIT ? 0 : O_NONBLOCK);
  if (flags & SPARK_CREATE) how |= O_CREAT | (flags & SPARK_EXISTING ? 0 : O_EXCL);
  if (flags & SPARK_DIRECTORY) how |= O_DIRECTORY;
  if (flags & SPARK_APPEND) how |= O_APPEND;
  return CHECKED(openat(directory, path, how, mode));
}

int spark_close(int fd) { return close(fd) < 0 ? -errno : 0; }
long spark_read(int fd, void *buffer, size_t count) { return CHECKED(read(fd, buffer, count)); }
long spark_pread(int fd, void *buffer, size_t count, int64_t offset) {
  return CHECKED(pread(fd, buffer, count, offset));
}
long spark_write(int fd, const void *buffer, size_t count) { return CHECKED(write(fd, buffer, count)); }
long spark_pwrite(int fd, const void *buffer, size_t count, int64_t offset) {
  return CHECKED(pwrite(fd, buffer, count, offset));
}
long spark_copy_range(int in, int out, size_t count) {
  return CHECKED(copy_file_range(in, NULL, out, NULL, count, 0));
}
long spark_getdents(int fd, void *buffer, size_t count) {
  return CHECKED(syscall(SYS_getdents64, fd, buffer, count));
}
int spark_rewind(int fd) { return lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0; }
int spark_duplicate(int fd) { return CHECKED(fcntl(fd, F_DUPFD_CLOEXEC, 3)); }
long spark_readlink(int directory, const char *path, char *buffer, size_t count) {
  return CHECKED(readlinkat(directory, path, buffer, count));
}

static void fill(spark_status *out, const struct stat *s) {
  out->device = s->st_dev;
  out->inode = s->st_ino;
  out->mode = s->st_mode;
  out->links = s->st_nlink;
  out->owner = s->st_uid;
  out->group = s->st_gid;
  out->size = s->st_size;
  out->allocated = s->st_blocks * 512;
  out->modified_seconds = s->st_mtim.tv_sec;
  out->modified_nanoseconds = s->st_mtim.tv_nsec;
  out->changed_seconds = s->st_ctim.tv_sec;
  out->changed_nanoseconds = s->st_ctim.tv_nsec;
}

int spark_stat_at(int directory, const char *path, spark_status *out) {
  struct stat s;
  int r = CHECKED(fstatat(directory, path, &s, AT_SYMLINK_NOFOLLOW));
  if (r == 0) fill(out, &s);
  return r;
}

int spark_stat(int fd, spark_status *out) {
  struct stat s;
  int r = CHECKED(fstat(fd, &s));
  if (r == 0) fill(out, &s);
  return r;
}

int spark_filesystem_of(int fd, spark_filesystem *out) {
  struct statfs s;
  int r = CHECKED(fstatfs(fd, &s));
  if (r == 0) {
    out->type = s.f_type;
    out->block_size = s.f_bsize;
    out->blocks = s.f_blocks;
    out->free_blocks = s.f_bavail;
  }
  return r;
}

int spark_mkdir(int directory, const char *path, unsigned mode) { return CHECKED(mkdirat(directory, path, mode)); }
int spark_chmod(int fd, unsigned mode) { return CHECKED(fchmod(fd, mode)); }
int spark_link(int from, const char *source, int to, const char *target) {
  return CHECKED(linkat(from, source, to, target, 0));
}
int spark_open_unnamed(int directory, unsigned mode) {
  return CHECKED(openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
}
int spark_link_open(int fd, int to, const char *target) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return CHECKED(linkat(AT_FDCWD, path, to, target, AT_SYMLINK_FOLLOW));
}
int spark_symlink(const char *target, int directory, const char *path) {
  return CHECKED(symlinkat(target, directory, path));
}
int spark_rename(int from, const char *source, int to, const char *target) {
  return CHECKED(renameat(from, source, to, target));
}
int spark_rename_new(int from, const char *source, int to, const char *target) {
  return CHECKED(renameat2(from, source, to, target, RENAME_NOREPLACE));
}
int spark_unlink(int directory, const char *path) { return CHECKED(unlinkat(directory, path, 0)); }
int spark_rmdir(int directory, const char *path) { return CHECKED(unlinkat(directory, path, AT_REMOVEDIR)); }

int spark_sync_file(int fd) { return CHECKED(fsync(fd)); }
int spark_sync_data(int fd) { return CHECKED(fdatasync(fd)); }
int spark_sync_filesystem(int fd) { return CHECKED(syncfs(fd)); }
int spark_wait_written(int fd) {
  return CHECKED(sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE));
}

int spark_lock(int fd, int exclusive, int wait) {
  return CHECKED(flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | (wait ? 0 : LOCK_NB)));
}
int spark_unlock(int fd) { return CHECKED(flock(fd, LOCK_UN)); }
int spark_lease_take(int fd) { return CHECKED(fcntl(fd, F_SETLEASE, F_RDLCK)); }
int spark_lease_kept(int fd) { return CHECKED(fcntl(fd, F_GETLEASE)) == F_RDLCK; }

int spark_inotify(void) { return CHECKED(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)); }
static const uint32_t inotify_mask = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF |
                                     IN_MOVE_SELF | IN_ONLYDIR;
int spark_inotify_add_fd(int fd, int directory) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
  return CHECKED(inotify_add_watch(fd, path, inotify_mask));
}

int spark_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -EINVAL;
  return CHECKED(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}
int spark_next_signal(int fd) {
  struct signalfd_siginfo info;
  long r = CHECKED(read(fd, &info, sizeof info));
  return r == sizeof info ? (int)info.ssi_signo : r == -EAGAIN ? 0 : (int)r;
}
int spark_wait_readable(int first, int second, int milliseconds) {
  struct pollfd fds[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  int r = poll(fds, 2, milliseconds);
  if (r < 0) return errno == EINTR ? 0 : -errno;
  return (fds[0].revents ? 1 : 0) | (fds[1].revents ? 2 : 0);
}

int spark_ignore(void) {
  // A lease holder gets SIGIO when a writer comes, and its default action ends the process.
  struct sigaction action = {.sa_handler = SIG_IGN};
  if (sigaction(SIGIO, &action, NULL) < 0 || sigaction(SIGPIPE, &action, NULL) < 0 ||
      sigaction(SIGXFSZ, &action, NULL) < 0)
    return -errno;
  return 0;
}
int spark_open_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  // A share of 10,000 files is kept whole, each file open under its lease.
  rlim_t wanted = limit.rlim_max < 16384 ? limit.rlim_max : 16384;
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  }
  return limit.rlim_cur > 65536 ? 65536 : (int)limit.rlim_cur;
}
int spark_local_offset(int64_t seconds) {
  time_t when = seconds;
  struct tm local;
  return localtime_r(&when, &local) ? (int)local.tm_gmtoff : 0;
}
unsigned spark_user(void) { return geteuid(); }
int spark_is_terminal(int fd) { return isatty(fd); }
int spark_terminal_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
int spark_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
int64_t spark_clock(int monotonic, int32_t *nanoseconds) {
  struct timespec now;
  clock_gettime(monotonic ? CLOCK_BOOTTIME : CLOCK_REALTIME, &now);
  *nanoseconds = now.tv_nsec;
  return now.tv_sec;
}
char *const *spark_environment(void) { return environ; }
