// The floor for sealing: read, age-seal for one recipient, BLAKE2b-256 of the sealed bytes, write; hash the plain bytes
// as well, for what nobody can look into any more must be what was captured; seal a record of 600 bytes about it and
// write a note of 800. Flushes are shared by all files: one syncfs for the bytes, then copy and record get their digests
// as their names and the note its own, one syncfs for the names.
//
// Two threads take file after file; within a file of 32 MiB or more they share its groups of chunks: whoever is free
// hashes the next group in order if it is sealed, else seals another one.
//
//   floor-seal --prepare OUT      makes the directories, which is not part of the time
//   floor-seal FILE... OUT        seals for a recipient made for this run
#include "common.h"
#include <pthread.h>
#include <stdatomic.h>

#define SEALED (CHUNK + 16)
#define GROUP 4
#define SLOTS 6
#define HEAD 184  // the header for one recipient, and the nonce
#define STRETCH 32
#define LARGE (32 << 20)
#define RECORD 600
#define NOTE 800

struct group {
  unsigned char head[HEAD], body[GROUP * SEALED], plain[GROUP * CHUNK];
  size_t count, plain_count;
  long ready;
};

struct job {
  int source, target;
  size_t size, chunks, groups, begun, finished;
  int finishing, slots;
  unsigned char key[32], head[HEAD];
  struct group *slot;
  crypto_generichash_state hash, plain_hash;
  pthread_mutex_t lock;
  pthread_cond_t changed;
};

static int out;
static char **files, (*digests)[HEX], (*records)[HEX];
static size_t total;
static atomic_size_t next;
static unsigned char recipient[32];

static void hmac(const void *key, size_t length, const void *one, size_t first, const void *two, size_t second,
                 unsigned char digest[32]) {
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, key, length);
  crypto_auth_hmacsha256_update(&state, one, first);
  crypto_auth_hmacsha256_update(&state, two, second);
  crypto_auth_hmacsha256_final(&state, digest);
}

static void derive(const void *input, size_t length, const void *salt, size_t salts, const char *info,
                   unsigned char key[32]) {
  unsigned char middle[32];
  hmac(salt, salts, input, length, NULL, 0, middle);
  hmac(middle, sizeof middle, info, strlen(info), "\1", 1, key);
}

// The header for one recipient, the nonce behind it, and the payload's key.
static void make_head(struct job *job) {
  static const unsigned char zero[32];
  unsigned char file_key[16], once[32], both[64], shared[32], key[32], body[32], code[32];
  char share[64], wrapped[64], coded[64];
  randombytes_buf(file_key, sizeof file_key);
  randombytes_buf(once, sizeof once);
  crypto_scalarmult_curve25519_base(both, once);
  memcpy(both + 32, recipient, 32);
  if (crypto_scalarmult_curve25519(shared, once, recipient) < 0) trouble("scalarmult");
  derive(shared, 32, both, 64, "age-encryption.org/v1/X25519", key);
  crypto_aead_chacha20poly1305_ietf_encrypt(body, NULL, file_key, 16, NULL, 0, NULL, zero, key);
  sodium_bin2base64(share, sizeof share, both, 32, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
  sodium_bin2base64(wrapped, sizeof wrapped, body, 32, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
  char *text = (char *)job->head;
  int length = sprintf(text, "age-encryption.org/v1\n-> X25519 %s\n%s\n---", share, wrapped);
  derive(file_key, 16, zero, 32, "header", key);
  hmac(key, 32, text, (size_t)length, NULL, 0, code);
  sodium_bin2base64(coded, sizeof coded, code, 32, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
  length += sprintf(text + length, " %s\n", coded);
  randombytes_buf(text + length, 16);
  derive(file_key, 16, text + length, 16, "payload", job->key);
}

static void seal_group(struct job *job, size_t number) {
  struct group *group = &job->slot[number % (size_t)job->slots];
  unsigned char *at = group->body, *plain = group->plain, nonce[12] = {0};
  for (size_t i = number * GROUP; i < job->chunks && i < (number + 1) * GROUP; i++) {
    size_t left = job->size - i * CHUNK, count = left < CHUNK ? left : CHUNK;
    if (pread(job->source, plain, count, (off_t)(i * CHUNK)) != (ssize_t)count) trouble("read");
    for (int byte = 0; byte < 8; byte++) nonce[10 - byte] = (unsigned char)(i >> 8 * byte);
    nonce[11] = i == job->chunks - 1;
    crypto_aead_chacha20poly1305_ietf_encrypt(at, NULL, plain, count, NULL, 0, NULL, nonce, job->key);
    plain += count;
    at += count + 16;
  }
  group->count = (size_t)(at - group->body);
  group->plain_count = (size_t)(plain - group->plain);
  unsigned char *from = group->body;
  off_t place = (off_t)(HEAD + number * GROUP * SEALED);
  if (number == 0) {
    memcpy(group->head, job->head, HEAD);
    from = group->head;
    place = 0;
  }
  ssize_t count = at - from;
  if (pwrite(job->target, from, (size_t)count, place) != count) trouble("write");
  // Keeps the disk busy meanwhile: all before the last stretch is written.
  if (number % STRETCH == 0 && number >= 2 * STRETCH)
    CHECK(sync_file_range(job->target, (off_t)((number - 2 * STRETCH) * GROUP * SEALED), STRETCH * GROUP * SEALED,
                          SYNC_FILE_RANGE_WRITE));
}

static void hash_group(struct job *job, size_t number) {
  struct group *group = &job->slot[number % (size_t)job->slots];
  if (number == 0) crypto_generichash_update(&job->hash, job->head, HEAD);
  crypto_generichash_update(&job->hash, group->body, group->count);
  crypto_generichash_update(&job->plain_hash, group->plain, group->plain_count);
}

static void *share_groups(void *argument) {
  struct job *job = argument;
  pthread_mutex_lock(&job->lock);
  while (job->finished < job->groups) {
    size_t slots = (size_t)job->slots;
    if (!job->finishing && job->slot[job->finished % slots].ready == (long)job->finished) {
      job->finishing = 1;
      pthread_mutex_unlock(&job->lock);
      hash_group(job, job->finished);
      pthread_mutex_lock(&job->lock);
      job->finishing = 0;
      job->finished++;
      pthread_cond_broadcast(&job->changed);
    } else if (job->begun < job->groups && job->begun < job->finished + slots) {
      size_t number = job->begun++;
      pthread_mutex_unlock(&job->lock);
      seal_group(job, number);
      pthread_mutex_lock(&job->lock);
      job->slot[number % slots].ready = (long)number;
      pthread_cond_broadcast(&job->changed);
    } else {
      pthread_cond_wait(&job->changed, &job->lock);
    }
  }
  pthread_mutex_unlock(&job->lock);
  return NULL;
}

static void write_draft(size_t i, const char *kind, const void *bytes, size_t count) {
  char path[40];
  int file;
  snprintf(path, sizeof path, "tmp/%zu%s", i, kind);
  CHECK(file = openat(out, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
  write_all(file, bytes, count);
  CHECK(close(file));
}

static void seal_record(size_t i) {
  struct job job = {0};
  unsigned char bytes[HEAD + RECORD + 16] = {0}, nonce[12] = {[11] = 1}, digest[DIGEST];
  make_head(&job);
  memcpy(bytes, job.head, HEAD);
  crypto_aead_chacha20poly1305_ietf_encrypt(bytes + HEAD, NULL, bytes + HEAD, RECORD, NULL, 0, NULL, nonce, job.key);
  crypto_generichash(digest, DIGEST, bytes, sizeof bytes, NULL, 0);
  sodium_bin2hex(records[i], HEX, digest, DIGEST);
  write_draft(i, "r", bytes, sizeof bytes);
  char note[NOTE] = {0};
  write_draft(i, "n", note, sizeof note);
}

static void place(size_t i, const char *kind, const char *digest) {
  char from[40], to[100];
  snprintf(from, sizeof from, "tmp/%zu%s", i, kind);
  snprintf(to, sizeof to, "objects/%.2s/%s", digest, digest);
  CHECK(renameat(out, from, out, to));
}

static void seal(size_t i, struct group *slot, int shared) {
  struct stat status;
  char path[32];
  struct job job = {.slot = slot, .slots = shared ? SLOTS : 1};
  snprintf(path, sizeof path, "tmp/%zu", i);
  CHECK(job.source = open(files[i], O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  CHECK(job.target = openat(out, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
  CHECK(fstat(job.source, &status));
  job.size = (size_t)status.st_size;
  job.chunks = job.size ? (job.size + CHUNK - 1) / CHUNK : 1;
  job.groups = (job.chunks + GROUP - 1) / GROUP;
  make_head(&job);
  crypto_generichash_init(&job.hash, NULL, 0, DIGEST);
  crypto_generichash_init(&job.plain_hash, NULL, 0, DIGEST);
  if (shared) {
    pthread_t second;
    for (int place = 0; place < SLOTS; place++) slot[place].ready = -1;
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.changed, NULL);
    if (pthread_create(&second, NULL, share_groups, &job) != 0) trouble("pthread_create");
    share_groups(&job);
    pthread_join(second, NULL);
  } else {
    for (size_t number = 0; number < job.groups; number++) {
      seal_group(&job, number);
      hash_group(&job, number);
    }
  }
  unsigned char digest[DIGEST];
  crypto_generichash_final(&job.plain_hash, digest, DIGEST);
  crypto_generichash_final(&job.hash, digest, DIGEST);
  sodium_bin2hex(digests[i], HEX, digest, DIGEST);
  CHECK(close(job.source));
  // Files of some size are on their way to the disk while the next ones are sealed.
  if (job.size >= 1 << 20) CHECK(sync_file_range(job.target, 0, 0, SYNC_FILE_RANGE_WRITE));
  CHECK(close(job.target));
  seal_record(i);
}

static int is_large(const char *path) {
  struct stat status;
  CHECK(stat(path, &status));
  return status.st_size >= LARGE;
}

static void *work(void *unused) {
  struct group *slot = malloc(sizeof *slot);
  for (size_t i; (i = atomic_fetch_add(&next, 1)) < total;)
    if (!is_large(files[i])) seal(i, slot, 0);
  free(slot);
  return unused;
}

int main(int count, char **words) {
  if (count < 3 || sodium_init() < 0) return 64;
  make_directories(AT_FDCWD, words[count - 1]);
  out = open_directory(AT_FDCWD, words[count - 1]);
  if (strcmp(words[1], "--prepare") == 0) {
    make_directories(out, "tmp");
    make_directories(out, "notes");
    make_shards(out);
    return 0;
  }
  unsigned char secret[32];
  randombytes_buf(secret, sizeof secret);
  crypto_scalarmult_curve25519_base(recipient, secret);
  files = words + 1;
  total = (size_t)count - 2;
  digests = calloc(total, sizeof *digests);
  records = calloc(total, sizeof *records);
  pthread_t second;
  if (pthread_create(&second, NULL, work, NULL) != 0) return 71;
  work(NULL);
  pthread_join(second, NULL);
  struct group *slots = malloc(SLOTS * sizeof *slots);
  for (size_t i = 0; i < total; i++)
    if (is_large(files[i])) seal(i, slots, 1);
  CHECK(syncfs(out));
  for (size_t i = 0; i < total; i++) {
    char from[40], to[40];
    place(i, "", digests[i]);
    place(i, "r", records[i]);
    snprintf(from, sizeof from, "tmp/%zun", i);
    snprintf(to, sizeof to, "notes/%zu", i);
    CHECK(renameat(out, from, out, to));
  }
  CHECK(syncfs(out));
  return 0;
}
