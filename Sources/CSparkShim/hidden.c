// Reads a line from the terminal with the echo off. Whatever signal arrives meanwhile, the terminal is
// as it was before the process ends, stops or goes on.
#define _GNU_SOURCE
#include "CSparkShim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

// The last two come from the calls themselves, of a process in the background.
static const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU};
enum { WATCHED = sizeof watched / sizeof watched[0], BLOCKED = WATCHED - 2 };
static volatile sig_atomic_t caught[NSIG];

static void note(int number) { caught[number] = 1; }

static int set(int terminal, const struct termios *how) {
  int result;
  do result = tcsetattr(terminal, TCSAFLUSH, how);
  while (result < 0 && errno == EINTR && !caught[SIGTTOU]);
  return result < 0 ? -errno : 0;
}

// The signals are blocked but while it waits, so that none falls between a look and the wait.
static long line(int terminal, char *buffer, size_t size, const sigset_t *open) {
  size_t length = 0;
  for (;;) {
    char byte;
    struct pollfd wanted = {terminal, POLLIN, 0};
    if (ppoll(&wanted, 1, NULL, open) < 0) return -errno;
    long count = read(terminal, &byte, 1);
    if (count < 0) return -errno;
    if (count == 0 || byte == '\n' || byte == '\r') break;
    if (length == size) return -EOVERFLOW;
    buffer[length++] = byte;
  }
  return length;
}

static long ask(const char *prompt, char *buffer, size_t size) {
  struct sigaction action = {.sa_handler = note}, before[WATCHED];
  struct termios shown, hidden;
  sigset_t blocked, mask;
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return -errno;
  sigemptyset(&blocked);
  for (int i = 0; i < BLOCKED; i++) sigaddset(&blocked, watched[i]);
  sigprocmask(SIG_BLOCK, &blocked, &mask);
  for (int i = 0; i < WATCHED; i++) {
    caught[watched[i]] = 0;
    sigaction(watched[i], &action, &before[i]);
  }
  long result = tcgetattr(terminal, &shown) < 0 ? -errno : 0;
  if (result == 0) {
    hidden = shown;
    hidden.c_lflag &= ~(ECHO | ECHOE | ECHOK | ECHONL);
    hidden.c_lflag |= ICANON | ISIG;
    result = set(terminal, &hidden);
    if (result == 0) {
      result = write(terminal, prompt, strlen(prompt)) < 0 ? -errno : line(terminal, buffer, size, &mask);
      if (write(terminal, "\n", 1) < 0 && result >= 0) result = -errno;
    }
    set(terminal, &shown);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  for (int i = 0; i < WATCHED; i++) sigaction(watched[i], &before[i], NULL);
  close(terminal);
  return result;
}

long spark_read_hidden(const char *prompt, char *buffer, size_t size) {
  for (;;) {
    long result = ask(prompt, buffer, size);
    int again = 0;
    for (int i = 0; i < WATCHED; i++) {
      if (!caught[watched[i]]) continue;
      // Its own action now: most end the process here, and some stop it, to ask once more later.
      kill(getpid(), watched[i]);
      again |= watched[i] == SIGTSTP || watched[i] == SIGTTIN || watched[i] == SIGTTOU;
    }
    if (!again) return result;
  }
}

int spark_no_core(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) < 0 ? -errno : 0;
}
