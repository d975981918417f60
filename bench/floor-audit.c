// The floor for an audit of a log: reads the same bundles of entries, on two threads, and hashes each entry as a leaf of
// the tree (RFC 6962, libsodium's SHA-256). It builds no tree, looks at no tile, no record and no object.
//
//   floor-audit LOG SIZE
#include "common.h"

#include <pthread.h>

#define WIDTH 256
#define MOST (WIDTH * (65535 + 2))

static int tiles;
static long size, next_bundle;
static unsigned char *leaves;

static void path_of(long number, char *path, size_t room) {
  char tail[64];
  snprintf(tail, sizeof tail, "%03ld", number % 1000);
  for (long rest = number / 1000; rest > 0; rest /= 1000) {
    char longer[64];
    snprintf(longer, sizeof longer, "x%03ld/%s", rest % 1000, tail);
    memcpy(tail, longer, sizeof tail);
  }
  long left = size - number * WIDTH;
  if (left >= WIDTH)
    snprintf(path, room, "tile/entries/%s", tail);
  else
    snprintf(path, room, "tile/entries/%s.p/%ld", tail, left);
}

static void *work(void *nothing) {
  unsigned char *bytes = malloc(MOST + 1);
  for (;;) {
    long number = __atomic_fetch_add(&next_bundle, 1, __ATOMIC_RELAXED);
    if (number * WIDTH >= size) break;
    char path[128];
    path_of(number, path, sizeof path);
    int file = openat(tiles, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) trouble(path);
    size_t count = 0;
    for (ssize_t done; (done = read(file, bytes + count, MOST - count)) != 0; count += (size_t)done) CHECK(done);
    close(file);
    size_t start = 0;
    for (long index = number * WIDTH; start + 2 <= count; index++) {
      size_t length = (size_t)bytes[start] << 8 | bytes[start + 1];
      // The length's second byte is the leaf's zero for as long as it is hashed.
      bytes[start + 1] = 0;
      crypto_hash_sha256(leaves + 32 * index, bytes + start + 1, length + 1);
      start += 2 + length;
    }
  }
  free(bytes);
  return nothing;
}

int main(int count, char **words) {
  if (count != 3 || sodium_init() < 0) return 64;
  tiles = open_directory(AT_FDCWD, words[1]);
  size = atol(words[2]);
  leaves = calloc((size_t)size + 1, 32);
  pthread_t second;
  if (pthread_create(&second, NULL, work, NULL) != 0) trouble("pthread_create");
  work(NULL);
  pthread_join(second, NULL);
  printf("%02x\n", leaves[0]);
  return 0;
}
