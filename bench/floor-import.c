// The floor for taking many small files: read, hash, link the object, write and link a record, make a row, unlink
// the source. Flushes are shared by a batch: one syncfs for the bytes, one for the names, as a store must before
// it may unlink a source.
//
//   floor-import --prepare STORE          makes the directories, which is not part of the time
//   floor-import [--write] INBOX STORE    --write copies the bytes where the inode could be linked
#include "common.h"

#define BATCH 1000
#define MONTH "captures/2026/11"

struct item {
  char hex[HEX];
  char id[48];
};

static int record(char *text, size_t room, const char *id, const char *name, off_t size, const char *hex) {
  return snprintf(text, room,
                  "Format: spark-capture 1\nId: %s\nTime: 2026-11-30T19:04:04.123456789+09:00\nZone: Asia/Seoul\n"
                  "Name: %s\nType: application/octet-stream\nSize: %lld\nObject: blake2b-256:%s\nInbox: inbox\n\n",
                  id, name, (long long)size, hex);
}

static void take(int inbox, int store, char **names, size_t count, size_t first, int copying) {
  static struct item items[BATCH];
  static unsigned char buffer[CHUNK];
  char text[1024], path[300], other[300];
  for (size_t i = 0; i < count; i++) {
    struct item *item = &items[i];
    snprintf(item->id, sizeof item->id, "0193a7d2-%04zx-7000-8000-%012zx", (first + i) & 0xffff, first + i);
    int source = openat(inbox, names[i], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    CHECK(source);
    CHECK(fstat(source, &status));
    int copy = -1;
    if (copying) {
      snprintf(path, sizeof path, "tmp/%s.object", item->id);
      CHECK(copy = openat(store, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
    }
    hash_file(source, copy, buffer, item->hex);
    if (copying) CHECK(close(copy));
    CHECK(close(source));

    snprintf(path, sizeof path, "tmp/%s", item->id);
    int truth = openat(store, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    CHECK(truth);
    int length = record(text, sizeof text, item->id, names[i], status.st_size, item->hex);
    write_all(truth, text, (size_t)length);
    CHECK(close(truth));
  }
  CHECK(syncfs(store));
  for (size_t i = 0; i < count; i++) {
    struct item *item = &items[i];
    snprintf(path, sizeof path, "objects/%.2s/%s", item->hex, item->hex);
    if (copying) {
      snprintf(other, sizeof other, "tmp/%s.object", item->id);
      CHECK(renameat(store, other, store, path));
    } else {
      CHECK(linkat(inbox, names[i], store, path, 0));
    }
    snprintf(other, sizeof other, "tmp/%s", item->id);
    snprintf(path, sizeof path, MONTH "/%s", item->id);
    CHECK(linkat(store, other, store, path, 0));
  }
  CHECK(syncfs(store));
  for (size_t i = 0; i < count; i++) {
    struct item *item = &items[i];
    snprintf(other, sizeof other, "tmp/%s", item->id);
    snprintf(path, sizeof path, "outbox/staged/%s", item->id);
    CHECK(renameat(store, other, store, path));
    CHECK(unlinkat(inbox, names[i], 0));
  }
}

static void prepare(const char *path) {
  make_directories(AT_FDCWD, path);
  int store = open_directory(AT_FDCWD, path);
  make_directories(store, "tmp");
  make_directories(store, MONTH);
  make_directories(store, "outbox/staged");
  make_shards(store);
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "--prepare") == 0) {
    prepare(words[2]);
    return 0;
  }
  int copying = count == 4 && strcmp(words[1], "--write") == 0;
  if (count != 3 + copying || sodium_init() < 0) return 64;
  int inbox = open_directory(AT_FDCWD, words[1 + copying]);
  int store = open_directory(AT_FDCWD, words[2 + copying]);
  size_t total;
  char **names = list(inbox, &total);
  for (size_t first = 0; first < total; first += BATCH) {
    size_t left = total - first;
    take(inbox, store, names + first, left < BATCH ? left : BATCH, first, copying);
  }
  CHECK(fsync(inbox));
  return 0;
}
