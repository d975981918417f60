// Runs a program once and says what it took: a small parent, because the peak of a child counts the pages that its
// parent had when it was started.
//
//   run OUTPUT PROGRAM [WORD...]     one line: status, seconds, peak KiB, bytes written, own and others' seconds of CPU
#include "common.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Seconds that all processors together have spent on anything but waiting.
static double busy(void) {
  unsigned long long user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupt = 0, soft = 0;
  FILE *file = fopen("/proc/stat", "re");
  if (!file || fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &interrupt,
                      &soft) != 7)
    trouble("/proc/stat");
  fclose(file);
  return (double)(user + nice + system + interrupt + soft) / (double)sysconf(_SC_CLK_TCK);
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int count, char **words) {
  if (count < 3) return 64;
  int output = open(words[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  CHECK(output);
  double busy_before = busy(), start = now();
  pid_t child = fork();
  CHECK(child);
  if (child == 0) {
    dup2(output, STDOUT_FILENO);
    execvp(words[2], words + 2);
    trouble(words[2]);
  }
  int status;
  struct rusage usage;
  CHECK(wait4(child, &status, 0, &usage));
  double took = now() - start, others = busy() - busy_before;
  double own = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  printf("%d %.6f %ld %ld %.3f %.3f\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), took,
         usage.ru_maxrss, usage.ru_oublock * 512, own, others - own);
  return 0;
}
