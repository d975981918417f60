// The floor for an audit of a log: reads the same bundles of entries, on two threads, and hashes each entry as a leaf of
// the tree (RFC 6962, libsodium's SHA-256). It builds no tree and looks at no tile. With REGISTER it then reads and hashes
// every record too (BLAKE2b-256), and asks for the size of every object, also on two threads; it compares nothing.
//
//   floor-audit LOG SIZE [REGISTER]
#include "common.h"

#include <pthread.h>

#define WIDTH 256
#define MOST (WIDTH * (65535 + 2))

static int tiles;
static long size, next_bundle;
static unsigned char *leaves;

static void path_of(long number, char *path, size_t room) {
  char tail[64] = "";
  for (long rest = number, first = 1; first || rest > 0; rest /= 1000, first = 0) {
    char longer[80];
    snprintf(longer, sizeof longer, "%s%03ld%s%s", first ? "" : "x", rest % 1000, first ? "" : "/", tail);
    snprintf(tail, sizeof tail, "%.63s", longer);
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

// The files of one directory, which threads take one by one.
static int folder;
static char **names;
static size_t names_count, next_name;

static void *hash_records(void *nothing) {
  unsigned char *bytes = malloc(CHUNK), digest[DIGEST];
  for (;;) {
    size_t place = __atomic_fetch_add(&next_name, 1, __ATOMIC_RELAXED);
    if (place >= names_count) break;
    int file = openat(folder, names[place], O_RDONLY | O_CLOEXEC);
    if (file < 0) trouble(names[place]);
    ssize_t count = read(file, bytes, CHUNK);
    CHECK(count);
    crypto_generichash(digest, DIGEST, bytes, (unsigned long long)count, NULL, 0);
    close(file);
  }
  free(bytes);
  return nothing;
}

static void *ask_sizes(void *nothing) {
  struct stat found;
  for (;;) {
    size_t place = __atomic_fetch_add(&next_name, 1, __ATOMIC_RELAXED);
    if (place >= names_count) break;
    CHECK(fstatat(folder, names[place], &found, AT_SYMLINK_NOFOLLOW));
  }
  return nothing;
}

static void on_two_threads(void *(*body)(void *)) {
  pthread_t second;
  if (pthread_create(&second, NULL, body, NULL) != 0) trouble("pthread_create");
  body(NULL);
  pthread_join(second, NULL);
}

// Calls `body` for the files of each directory that lies so deep below this one.
static void below(int at, const char *path, int depth, void *(*body)(void *)) {
  int directory = open_directory(at, path);
  size_t count;
  char **found = list(directory, &count);
  if (depth == 0) {
    folder = directory;
    names = found;
    names_count = count;
    next_name = 0;
    on_two_threads(body);
  }
  for (size_t place = 0; place < count; place++) {
    if (depth > 0) below(directory, found[place], depth - 1, body);
    free(found[place]);
  }
  free(found);
  close(directory);
}

int main(int count, char **words) {
  if (count < 3 || count > 4 || sodium_init() < 0) return 64;
  tiles = open_directory(AT_FDCWD, words[1]);
  size = atol(words[2]);
  leaves = calloc((size_t)size + 1, 32);
  on_two_threads(work);
  if (count == 4) {
    int at = open_directory(AT_FDCWD, words[3]);
    below(at, "moments", 2, hash_records);
    below(at, "objects", 1, ask_sizes);
  }
  printf("%02x\n", leaves[0]);
  return 0;
}
