// Fills a tree that the tools have made with captures, as layout.md says they stand: truths with receipts (sent),
// truths with markers and rows (held). Many captures share an object, as the lists are what is measured.
//
//   make-store TREE SENT HELD REGISTER
#include "common.h"

#define OBJECTS 500
#define SIZE 1000
#define MONTHS 24

static int tree;
static char digests[OBJECTS][HEX];

static void put(const char *path, const char *text, size_t length, mode_t mode) {
  int file = openat(tree, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) trouble(path);
  write_all(file, text, length);
  CHECK(close(file));
}

static void digest_of(const void *bytes, size_t count, char hex[HEX]) {
  unsigned char digest[DIGEST];
  crypto_generichash(digest, DIGEST, bytes, count, NULL, 0);
  sodium_bin2hex(hex, HEX, digest, DIGEST);
}

static void make_objects(void) {
  char bytes[SIZE], path[128];
  for (int i = 0; i < OBJECTS; i++) {
    memset(bytes, 'a' + i % 26, SIZE);
    memcpy(bytes, &i, sizeof i);
    digest_of(bytes, SIZE, digests[i]);
    snprintf(path, sizeof path, "objects/%.2s/%s", digests[i], digests[i]);
    put(path, bytes, SIZE, 0444);
    snprintf(path, sizeof path, "shared/%s", digests[i]);
    put(path, "", 0, 0444);
  }
}

// As the tools mint them: some within each millisecond, the rest of the bits random.
static void make_id(char *id, size_t room, long i) {
  uint64_t milliseconds = 1764500000000u + (uint64_t)i / 5, random[2];
  randombytes_buf(random, sizeof random);
  snprintf(id, room, "%08x-%04x-7%03x-%04x-%012llx", (unsigned)(milliseconds >> 16), (unsigned)(milliseconds & 0xffff),
           (unsigned)(random[0] & 0xfff), (unsigned)(0x8000 | (random[0] >> 16 & 0x3fff)),
           (unsigned long long)(random[1] >> 16));
}

static void make_capture(long i, int sent, const char *register_id) {
  char id[40], text[1024], truth[128], path[192], hex[HEX];
  int month = (int)(i % MONTHS);
  int year = 2025 + month / 12;
  month = month % 12 + 1;
  make_id(id, sizeof id, i);
  int length = snprintf(text, sizeof text,
                        "Format: spark-capture 1\nId: %s\nTime: %04d-%02d-15T12:00:00.000000000+09:00\n"
                        "Zone: Asia/Seoul\nName: photo %ld.jpg\nType: image/jpeg\nSize: %d\n"
                        "Object: blake2b-256:%s\nInbox: inbox\n\n",
                        id, year, month, i, SIZE, digests[i % OBJECTS]);
  snprintf(truth, sizeof truth, "captures/%04d/%02d/%s", year, month, id);
  put(truth, text, (size_t)length, 0444);
  if (sent) {
    digest_of(text, (size_t)length, hex);
    length = snprintf(text, sizeof text,
                      "Format: spark-receipt 1\nId: %s\nKind: directory\nRegister: %s\nRecord: blake2b-256:%s\n"
                      "Object: blake2b-256:%s\nTime: %04d-%02d-16T12:00:00.000000000+09:00\n\n",
                      id, register_id, hex, digests[i % OBJECTS], year, month);
    snprintf(path, sizeof path, "%s.receipt", truth);
    put(path, text, (size_t)length, 0444);
  } else {
    snprintf(path, sizeof path, "held/%s", id);
    CHECK(linkat(tree, truth, tree, path, 0));
    snprintf(path, sizeof path, "outbox/staged/%s", id);
    CHECK(linkat(tree, truth, tree, path, 0));
  }
}

// What is held changed, so the ledger is written anew, for this boot.
static void make_ledger(long held) {
  char boot[64] = "", text[128];
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  CHECK(file);
  CHECK(read(file, boot, sizeof boot - 1));
  boot[strcspn(boot, "\n")] = 0;
  int length = snprintf(text, sizeof text, "Boot: %s\n+%ld\n", boot, held * SIZE);
  if (unlinkat(tree, "held-bytes", 0) < 0 && errno != ENOENT) trouble("held-bytes");
  put("held-bytes", text, (size_t)length, 0600);
}

int main(int count, char **words) {
  if (count != 5 || sodium_init() < 0) return 64;
  tree = open_directory(AT_FDCWD, words[1]);
  long sent = atol(words[2]), held = atol(words[3]);
  char month[32];
  for (int i = 0; i < MONTHS; i++) {
    snprintf(month, sizeof month, "captures/%04d/%02d", 2025 + i / 12, i % 12 + 1);
    make_directories(tree, month);
  }
  make_shards(tree);
  make_objects();
  for (long i = 0; i < sent + held; i++) make_capture(i, i < sent, words[4]);
  make_ledger(held);
  return 0;
}
