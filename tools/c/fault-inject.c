// fault-inject: runs a command and makes one of its file-changing system calls go wrong.
//
//   fault-inject --under DIR --log FILE [--point N --fault FAULT [--sticky]] -- COMMAND...
//
// Calls that change files on DIR's file system are counted from 1, over all threads and children in the one order
// in which the kernel met them. Each becomes a line of FILE: number, name, thread, path. At the N-th, before it is executed:
//   kill    the process gets SIGKILL
//   eio, enospc    the call is not executed and returns that error; with --sticky every later one, too
//                  (for enospc: every later one that takes space)
//   torn    a write writes half of its bytes, then the process is killed
//   power   the file system is shut down without flushing its log, then the process is killed
//   logged  the same after flushing the log: metadata so far is durable, data only as far as it was flushed
// A seccomp filter picks the calls, so everything else runs at full speed, and static executables work.
// A point after the last call does nothing, except for power and logged: they shut the file system down at the end.
//
// Exit status: the command's, 128 + signal when it died by one, 125 when the injector itself failed.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "fault-inject knows the registers of x86-64 only"
#endif

#define FS_IOC_SHUTDOWN _IOR('X', 125, uint32_t)
enum { SHUTDOWN_LOGFLUSH = 1, SHUTDOWN_NOLOGFLUSH = 2 };
enum { FICLONE_REQUEST = 0x40049409, FICLONERANGE_REQUEST = 0x4020940d };

// How a call names what it changes.
enum where {
  IN_FD,      // argument `a` is a descriptor of it
  IN_PATH,    // argument `a` is a path
  IN_AT,      // argument `a` is a directory, `a + 1` a path below it
};

static const struct call {
  int number;
  const char *name;
  enum where where;
  int a;
} calls[] = {
  {SYS_open, "open", IN_PATH, 0}, {SYS_openat, "openat", IN_AT, 0}, {SYS_openat2, "openat2", IN_AT, 0},
  {SYS_creat, "creat", IN_PATH, 0}, {SYS_write, "write", IN_FD, 0}, {SYS_pwrite64, "pwrite", IN_FD, 0},
  {SYS_writev, "writev", IN_FD, 0}, {SYS_pwritev, "pwritev", IN_FD, 0}, {SYS_pwritev2, "pwritev2", IN_FD, 0},
  {SYS_copy_file_range, "copy_file_range", IN_FD, 2}, {SYS_sendfile, "sendfile", IN_FD, 0},
  {SYS_splice, "splice", IN_FD, 2}, {SYS_ioctl, "ioctl", IN_FD, 0}, {SYS_fallocate, "fallocate", IN_FD, 0},
  {SYS_link, "link", IN_PATH, 1}, {SYS_linkat, "linkat", IN_AT, 2}, {SYS_symlink, "symlink", IN_PATH, 1},
  {SYS_symlinkat, "symlinkat", IN_AT, 1}, {SYS_rename, "rename", IN_PATH, 1},
  {SYS_renameat, "renameat", IN_AT, 2}, {SYS_renameat2, "renameat2", IN_AT, 2},
  {SYS_unlink, "unlink", IN_PATH, 0}, {SYS_unlinkat, "unlinkat", IN_AT, 0}, {SYS_rmdir, "rmdir", IN_PATH, 0},
  {SYS_mkdir, "mkdir", IN_PATH, 0}, {SYS_mkdirat, "mkdirat", IN_AT, 0}, {SYS_mknodat, "mknodat", IN_AT, 0},
  {SYS_chmod, "chmod", IN_PATH, 0}, {SYS_fchmod, "fchmod", IN_FD, 0}, {SYS_fchmodat, "fchmodat", IN_AT, 0},
  {452, "fchmodat2", IN_AT, 0}, {SYS_fchown, "fchown", IN_FD, 0}, {SYS_fchownat, "fchownat", IN_AT, 0},
  {SYS_utimensat, "utimensat", IN_AT, 0}, {SYS_fsetxattr, "fsetxattr", IN_FD, 0},
  {SYS_truncate, "truncate", IN_PATH, 0}, {SYS_ftruncate, "ftruncate", IN_FD, 0},
  {SYS_fsync, "fsync", IN_FD, 0}, {SYS_fdatasync, "fdatasync", IN_FD, 0}, {SYS_syncfs, "syncfs", IN_FD, 0},
  {SYS_sync_file_range, "sync_file_range", IN_FD, 0},
};
enum { CALLS = sizeof calls / sizeof *calls };

static const char *under, *fault, *log_path;
static long point, counted;
static int sticky, under_fd = -1;
static dev_t device;
static FILE *logged;

static void fail(const char *what) {
  fprintf(stderr, "fault-inject: %s: %s\n", what, strerror(errno));
  exit(125);
}

static void install_filter(void) {
  struct sock_filter program[CALLS + 8];
  int n = 0;
  program[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, CALLS + 1);
  program[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < CALLS; i++)
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number, CALLS - i, 0);
  program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog filter = {.len = (unsigned short)n, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
    fail("seccomp");
}

static void read_string(pid_t pid, uint64_t address, char *into, size_t size) {
  // Page by page, since the string may end just before an unmapped page.
  size_t have = 0;
  while (have + 1 < size) {
    size_t step = 4096 - (address + have) % 4096;
    if (step > size - 1 - have) step = size - 1 - have;
    struct iovec local = {into + have, step}, remote = {(void *)(uintptr_t)(address + have), step};
    ssize_t got = process_vm_readv(pid, &local, 1, &remote, 1, 0);
    if (got <= 0) break;
    if (memchr(into + have, 0, (size_t)got)) return;
    have += (size_t)got;
  }
  into[have] = 0;
}

static uint64_t argument(const struct user_regs_struct *r, int i) {
  const uint64_t all[] = {r->rdi, r->rsi, r->rdx, r->r10, r->r8, r->r9};
  return all[i];
}

// The path of what the call changes, and whether it lies on the watched file system.
static int names(pid_t pid, const struct call *call, const struct user_regs_struct *r, char *path, size_t size) {
  char link[64], name[PATH_MAX] = "", base[PATH_MAX] = "";
  if (call->where != IN_FD) read_string(pid, argument(r, call->where == IN_AT ? call->a + 1 : call->a), name, sizeof name);
  int fd = call->where == IN_PATH ? AT_FDCWD : (int)argument(r, call->a);
  if (fd == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", pid);
  else snprintf(link, sizeof link, "/proc/%d/fd/%d", pid, fd);
  struct stat status;
  if (name[0] == '/') {
    snprintf(path, size, "%s", name);
    size_t length = strlen(under);
    return strncmp(name, under, length) == 0 && (name[length] == '/' || name[length] == 0);
  }
  ssize_t length = readlink(link, base, sizeof base - 1);
  if (length < 0 || stat(link, &status)) return 0;
  snprintf(path, size, name[0] ? "%s/%s" : "%s%s", base, name);
  return status.st_dev == device;
}

static int changes(pid_t pid, const struct call *call, const struct user_regs_struct *r) {
  uint64_t flags = 0;
  switch (call->number) {
    case SYS_open: flags = r->rsi; break;
    case SYS_openat: flags = r->rdx; break;
    case SYS_openat2: {
      struct iovec local = {&flags, 8}, remote = {(void *)(uintptr_t)r->rdx, 8};
      process_vm_readv(pid, &local, 1, &remote, 1, 0);
      break;
    }
    case SYS_ioctl: return (uint32_t)r->rsi == FICLONE_REQUEST || (uint32_t)r->rsi == FICLONERANGE_REQUEST;
    default: return 1;
  }
  return (flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE;
}

// Whether a full disk refuses the call.
static int takes_space(const struct call *call) {
  static const char *const words[] = {"open", "creat", "write", "copy", "send", "splice", "ioctl", "falloc", "link", "rename", "mk"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(call->name, words[i]) && strncmp(call->name, "unlink", 6)) return 1;
  return 0;
}

static void shut_down(void) {
  uint32_t how = strcmp(fault, "logged") == 0 ? SHUTDOWN_LOGFLUSH : SHUTDOWN_NOLOGFLUSH;
  if (ioctl(under_fd, FS_IOC_SHUTDOWN, &how)) fail("shutdown");
}

static int is_power(void) { return fault && (strcmp(fault, "power") == 0 || strcmp(fault, "logged") == 0); }

static void print_line(pid_t pid, const struct call *call, const char *path, const char *hit) {
  fprintf(logged, "%ld\t%s\t%d\t", counted, call->name, pid);
  for (const unsigned char *p = (const unsigned char *)path; *p; p++)
    fprintf(logged, *p < 0x20 || *p == '\\' || *p >= 0x7f ? "\\%03o" : "%c", *p);
  fprintf(logged, "\t%s\n", hit);
}

// At a filtered call's entry; the call is executed when the thread goes on, unless its number has become -1.
static void at_call(pid_t pid, pid_t leader) {
  struct user_regs_struct r;
  if (ptrace(PTRACE_GETREGS, pid, 0, &r)) return;
  const struct call *call = NULL;
  for (int i = 0; i < CALLS; i++)
    if (calls[i].number == (int)r.orig_rax) call = &calls[i];
  char path[2 * PATH_MAX] = "";
  if (!call || !changes(pid, call, &r) || !names(pid, call, &r, path, sizeof path)) return;
  counted++;
  int hit = point > 0 && (counted == point || (sticky && counted > point && (strcmp(fault, "eio") == 0 || takes_space(call))));
  print_line(pid, call, path, hit ? fault : "");
  if (!hit) return;
  if (strcmp(fault, "eio") == 0 || strcmp(fault, "enospc") == 0) {
    r.orig_rax = (unsigned long long)-1;
    r.rax = (unsigned long long)-(strcmp(fault, "eio") == 0 ? EIO : ENOSPC);
    ptrace(PTRACE_SETREGS, pid, 0, &r);
    return;
  }
  if (strcmp(fault, "torn") == 0 && call->number != SYS_write && call->number != SYS_pwrite64) return;
  if (strcmp(fault, "torn") == 0) {
    r.rdx /= 2;
    ptrace(PTRACE_SETREGS, pid, 0, &r);
    ptrace(PTRACE_SYSCALL, pid, 0, 0);
    waitpid(pid, NULL, __WALL);
  }
  if (is_power()) shut_down();
  kill(leader, SIGKILL);
}

static pid_t start(char **command) {
  int gate[2];
  if (pipe2(gate, O_CLOEXEC)) fail("pipe");
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) {
    char byte;
    close(gate[1]);
    if (read(gate[0], &byte, 1) != 1) _exit(125);
    install_filter();
    execvp(command[0], command);
    fail(command[0]);
  }
  long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                 PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SEIZE, pid, 0, options)) fail("ptrace");
  if (write(gate[1], "", 1) != 1) fail("pipe");
  close(gate[0]);
  close(gate[1]);
  return pid;
}

static int follow(pid_t leader) {
  int result = 125, status;
  for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (pid == leader) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      continue;
    }
    int event = status >> 16, signal = WSTOPSIG(status);
    if (event == PTRACE_EVENT_SECCOMP) at_call(pid, leader);
    if (event == PTRACE_EVENT_STOP && (signal == SIGSTOP || signal == SIGTSTP))
      ptrace(PTRACE_LISTEN, pid, 0, 0);
    else
      ptrace(PTRACE_CONT, pid, 0, event ? 0 : signal);
  }
  return result;
}

int main(int argc, char **argv) {
  int i = 1;
  for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--sticky") == 0) { sticky = 1; continue; }
    if (i + 1 == argc) break;
    if (strcmp(argv[i], "--under") == 0) under = argv[++i];
    else if (strcmp(argv[i], "--log") == 0) log_path = argv[++i];
    else if (strcmp(argv[i], "--point") == 0) point = atol(argv[++i]);
    else if (strcmp(argv[i], "--fault") == 0) fault = argv[++i];
    else break;
  }
  if (i + 1 >= argc || strcmp(argv[i], "--") != 0 || !under || !log_path || (point > 0) != (fault != NULL)) {
    fprintf(stderr, "usage: fault-inject --under DIR --log FILE [--point N --fault FAULT [--sticky]] -- COMMAND...\n");
    return 125;
  }
  struct stat status;
  if ((under_fd = open(under, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0 || fstat(under_fd, &status)) fail(under);
  device = status.st_dev;
  if (!(logged = fopen(log_path, "we"))) fail(log_path);
  int result = follow(start(argv + i + 1));
  if (is_power() && counted < point) shut_down();
  if (fclose(logged)) fail(log_path);
  return result;
}
