// The Linux calls that Swift's Glibc module lacks or cannot call (variadic ones), each wrapped once.
// Every function returns the call's own result, or the negated errno; calls that may be interrupted
// before they did anything are tried again. close is never tried again (close(2)).
#ifndef SPARK_SHIM_H
#define SPARK_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t device, inode;
  uint32_t mode, links, owner, group;
  int64_t size, allocated;
  int64_t modified_seconds, changed_seconds;
  int32_t modified_nanoseconds, changed_nanoseconds;
} spark_status;

typedef struct {
  int64_t type;
  uint64_t block_size, blocks, free_blocks;
} spark_filesystem;

enum {
  SPARK_CREATE = 1, SPARK_WRITE = 2, SPARK_DIRECTORY = 4, SPARK_APPEND = 8, SPARK_READ_WRITE = 16,
  SPARK_FOLLOW = 32, SPARK_EXISTING = 64, SPARK_WAIT = 128
};

int spark_open(int directory, const char *path, int flags, unsigned mode);
int spark_close(int fd);
long spark_read(int fd, void *buffer, size_t count);
long spark_pread(int fd, void *buffer, size_t count, int64_t offset);
long spark_write(int fd, const void *buffer, size_t count);
long spark_pwrite(int fd, const void *buffer, size_t count, int64_t offset);
long spark_copy_range(int in, int out, size_t count);
long spark_getdents(int fd, void *buffer, size_t count);
int spark_rewind(int fd);
int spark_duplicate(int fd);
long spark_readlink(int directory, const char *path, char *buffer, size_t count);

int spark_stat_at(int directory, const char *path, spark_status *out);
int spark_stat(int fd, spark_status *out);
int spark_filesystem_of(int fd, spark_filesystem *out);

int spark_mkdir(int directory, const char *path, unsigned mode);
int spark_chmod(int fd, unsigned mode);
int spark_link(int from, const char *source, int to, const char *target);
int spark_open_unnamed(int directory, unsigned mode);
int spark_link_open(int fd, int to, const char *target);
int spark_symlink(const char *target, int directory, const char *path);
int spark_rename(int from, const char *source, int to, const char *target);
int spark_rename_new(int from, const char *source, int to, const char *target);
int spark_unlink(int directory, const char *path);
int spark_rmdir(int directory, const char *path);

int spark_sync_file(int fd);
int spark_sync_data(int fd);
int spark_sync_filesystem(int fd);
int spark_wait_written(int fd);

int spark_lock(int fd, int exclusive, int wait);
int spark_unlock(int fd);
int spark_lease_take(int fd);
int spark_lease_kept(int fd);

int spark_inotify(void);
int spark_inotify_add_fd(int fd, int directory);
int spark_signals(void);
int spark_next_signal(int fd);
int spark_wait_readable(int first, int second, int milliseconds);

long spark_read_hidden(const char *prompt, char *buffer, size_t size);
int spark_no_core(void);

int spark_ignore(void);
int spark_open_files(void);
int spark_local_offset(int64_t seconds);
unsigned spark_user(void);
int spark_is_terminal(int fd);
int spark_terminal_columns(int fd);
int spark_processors(void);
int64_t spark_clock(int monotonic, int32_t *nanoseconds);
char *const *spark_environment(void);

#endif
