// The floor for taking files from another file system: two threads copy and hash, one syncfs makes all durable,
// then each copy gets its digest as its name.
//
//   floor-copy FROM TO
#include "common.h"
#include <pthread.h>
#include <stdatomic.h>

static int from, to;
static char **names;
static char (*digests)[HEX];
static size_t total;
static atomic_size_t next;

static void *work(void *unused) {
  unsigned char *buffer = malloc(CHUNK);
  for (size_t i; (i = atomic_fetch_add(&next, 1)) < total;) {
    int source = openat(from, names[i], O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    int copy = openat(to, names[i], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    CHECK(source);
    CHECK(copy);
    hash_file(source, copy, buffer, digests[i]);
    CHECK(close(source));
    CHECK(close(copy));
  }
  free(buffer);
  return unused;
}

int main(int count, char **words) {
  if (count != 3 || sodium_init() < 0) return 64;
  from = open_directory(AT_FDCWD, words[1]);
  make_directories(AT_FDCWD, words[2]);
  to = open_directory(AT_FDCWD, words[2]);
  names = list(from, &total);
  digests = calloc(total, sizeof *digests);
  pthread_t second;
  if (pthread_create(&second, NULL, work, NULL) != 0) return 71;
  work(NULL);
  pthread_join(second, NULL);
  CHECK(syncfs(to));
  for (size_t i = 0; i < total; i++) CHECK(renameat(to, names[i], to, digests[i]));
  CHECK(fsync(to));
  return 0;
}
