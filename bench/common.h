// What the programs of the benchmark share: ends on trouble, whole reads and writes, digests as text.
#ifndef SPARK_BENCH_COMMON_H
#define SPARK_BENCH_COMMON_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Larger reads and writes are slower here: they leave the processor's cache.
#define CHUNK (64 * 1024)
#define DIGEST 32
#define HEX (2 * DIGEST + 1)

static inline void trouble(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

#define CHECK(call)                  \
  do {                               \
    if ((call) < 0) trouble(#call);  \
  } while (0)

static inline void write_all(int file, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t done = write(file, at, count);
    if (done < 0) trouble("write");
    at += done;
    count -= (size_t)done;
  }
}

// Hashes an open file to its end; writes the bytes to `copy` as well unless that is negative.
static inline void hash_file(int file, int copy, unsigned char *buffer, char hex[HEX]) {
  crypto_generichash_state state;
  unsigned char digest[DIGEST];
  crypto_generichash_init(&state, NULL, 0, DIGEST);
  for (;;) {
    ssize_t count = read(file, buffer, CHUNK);
    if (count < 0) trouble("read");
    if (count == 0) break;
    crypto_generichash_update(&state, buffer, (unsigned long long)count);
    if (copy >= 0) write_all(copy, buffer, (size_t)count);
  }
  crypto_generichash_final(&state, digest, DIGEST);
  sodium_bin2hex(hex, HEX, digest, DIGEST);
}

static inline int open_directory(int at, const char *path) {
  int directory = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) trouble(path);
  return directory;
}

// The names of the ordinary files in a directory, in the order the directory gives them.
static inline char **list(int directory, size_t *count) {
  size_t room = 1024;
  char **names = malloc(room * sizeof *names);
  DIR *stream = fdopendir(dup(directory));
  if (!stream) trouble("fdopendir");
  *count = 0;
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (entry->d_name[0] == '.') continue;
    if (*count == room) names = realloc(names, (room *= 2) * sizeof *names);
    names[(*count)++] = strdup(entry->d_name);
  }
  closedir(stream);
  return names;
}

static inline void make_directories(int at, const char *path) {
  char part[4096];
  for (size_t i = 0; path[i]; i++) {
    part[i] = path[i];
    if (path[i + 1] != '/' && path[i + 1] != 0) continue;
    part[i + 1] = 0;
    if (mkdirat(at, part, 0700) < 0 && errno != EEXIST) trouble(part);
  }
}

static inline void make_shards(int at) {
  char shard[16];
  make_directories(at, "objects");
  for (int i = 0; i < 256; i++) {
    snprintf(shard, sizeof shard, "objects/%02x", i);
    make_directories(at, shard);
  }
}

#endif
