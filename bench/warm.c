// Touches so much memory and gives it back: on a virtual machine the first use of a page costs several times the
// copy into it, and that must not fall on whoever happens to be measured next.
//
//   warm MEBIBYTES
#include "common.h"
#include <sys/mman.h>

int main(int count, char **words) {
  if (count != 2) return 64;
  size_t size = strtoull(words[1], NULL, 10) << 20;
  if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) == MAP_FAILED)
    trouble("mmap");
  return 0;
}
