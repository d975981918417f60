// Start-up of a program beside /bin/true: turn about, the median of each in milliseconds.
//
//   spawn TIMES PROGRAM [WORD...]
#include "common.h"
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int compare(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static double once(char **words, posix_spawn_file_actions_t *actions) {
  struct timespec start, end;
  pid_t child;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &start);
  if ((errno = posix_spawn(&child, words[0], actions, NULL, words, environ)) != 0) trouble(words[0]);
  CHECK(waitpid(child, &status, 0));
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s: status %d\n", words[0], status);
    exit(1);
  }
  return (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6;
}

int main(int count, char **words) {
  if (count < 3) return 64;
  int times = atoi(words[1]);
  char *nothing[] = {"/bin/true", NULL};
  double *ours = calloc((size_t)times, sizeof *ours), *floor = calloc((size_t)times, sizeof *floor);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  once(words + 2, &actions);
  for (int i = 0; i < times; i++) {
    ours[i] = once(words + 2, &actions);
    floor[i] = once(nothing, &actions);
  }
  qsort(ours, (size_t)times, sizeof *ours, compare);
  qsort(floor, (size_t)times, sizeof *floor, compare);
  printf("%.6f %.6f\n", ours[times / 2], floor[times / 2]);
  return 0;
}
