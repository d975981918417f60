// Makes files of incompressible bytes, the same ones for the same seed.
//
//   make-files DIR COUNT LEAST MOST SEED
#include "common.h"

static uint64_t state;

static uint64_t draw(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int main(int count, char **words) {
  static uint64_t block[CHUNK / sizeof(uint64_t)];
  if (count != 6) return 64;
  long files = atol(words[2]);
  uint64_t least = strtoull(words[3], NULL, 10), most = strtoull(words[4], NULL, 10);
  state = strtoull(words[5], NULL, 10);
  make_directories(AT_FDCWD, words[1]);
  int directory = open_directory(AT_FDCWD, words[1]);
  for (long i = 0; i < files; i++) {
    char name[32];
    snprintf(name, sizeof name, "%06ld.bin", i);
    int file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    CHECK(file);
    for (uint64_t left = least + draw() % (most - least + 1); left > 0;) {
      size_t part = left < CHUNK ? left : CHUNK;
      for (size_t word = 0; word * sizeof *block < part; word++) block[word] = draw();
      write_all(file, block, part);
      left -= part;
    }
    CHECK(close(file));
  }
  return 0;
}
