/*
 * A disk that fails on command, for a program that is started with this library in LD_PRELOAD.
 *
 *   FAULT_DISK_DIR      the folder whose files are on that disk
 *   FAULT_DISK_CONTROL  a file of 16 bytes, mapped into memory. Bytes 0 to 2: the errno with which
 *                       syncing, writing, and opening for writing fail; 0: they do not. From byte 8 on:
 *                       how many calls have failed so (uint32).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  volatile unsigned char on_sync, on_write, on_open, unused[5];
  volatile unsigned int failed;
};

static struct control *control;
static const char *dir;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_DISK_CONTROL");
  dir = getenv("FAULT_DISK_DIR");
  if (path == NULL || dir == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

static int is_ours(const char *path) { return strncmp(path, dir, strlen(dir)) == 0; }

static int is_file_of_ours(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_ours(path);
}

/* Whether the call is to fail; errno is set then. */
static int fails(unsigned char with, int is_on_disk) {
  if (!is_on_disk) return 0;
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_RELAXED);
  errno = with;
  return 1;
}

#define FAILS(what, fd) (control && control->what && fails(control->what, is_file_of_ours(fd)))
#define NEXT(name) \
  static __typeof__(&name) next; \
  if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int fsync(int fd) { NEXT(fsync); return FAILS(on_sync, fd) ? -1 : next(fd); }
int fdatasync(int fd) { NEXT(fdatasync); return FAILS(on_sync, fd) ? -1 : next(fd); }
ssize_t write(int fd, const void *from, size_t n) {
  NEXT(write);
  return FAILS(on_write, fd) ? -1 : next(fd, from, n);
}
ssize_t pwrite(int fd, const void *from, size_t n, off_t at) {
  NEXT(pwrite);
  return FAILS(on_write, fd) ? -1 : next(fd, from, n, at);
}
ssize_t pwrite64(int fd, const void *from, size_t n, off64_t at) {
  NEXT(pwrite64);
  return FAILS(on_write, fd) ? -1 : next(fd, from, n, at);
}
ssize_t writev(int fd, const struct iovec *parts, int n) {
  NEXT(writev);
  return FAILS(on_write, fd) ? -1 : next(fd, parts, n);
}
int ftruncate(int fd, off_t n) { NEXT(ftruncate); return FAILS(on_write, fd) ? -1 : next(fd, n); }
int ftruncate64(int fd, off64_t n) {
  NEXT(ftruncate64);
  return FAILS(on_write, fd) ? -1 : next(fd, n);
}

static int may_not_open(const char *path, int flags) {
  if (!control || !control->on_open || (flags & (O_WRONLY | O_RDWR | O_CREAT)) == 0) return 0;
  return fails(control->on_open, path[0] == '/' && is_ours(path));
}

#define MODE(flags) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  NEXT(open);
  MODE(flags);
  return may_not_open(path, flags) ? -1 : next(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  NEXT(open64);
  MODE(flags);
  return may_not_open(path, flags) ? -1 : next(path, flags, mode);
}
