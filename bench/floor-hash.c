// The floor for one large file: libsodium's bare BLAKE2b-256 of it.
//
//   floor-hash FILE
#include "common.h"

int main(int count, char **words) {
  static unsigned char buffer[CHUNK];
  char hex[HEX];
  if (count != 2 || sodium_init() < 0) return 64;
  int file = open(words[1], O_RDONLY | O_CLOEXEC);
  CHECK(file);
  hash_file(file, -1, buffer, hex);
  puts(hex);
  return 0;
}
