/*
 * A wall clock that can be stepped, for a program that is started with this library in LD_PRELOAD. The
 * monotonic clocks are left alone, and so is the machine's own.
 *
 *   FAULT_CLOCK_CONTROL  a file of 8 bytes, mapped into memory: whole seconds added (int64)
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *added_s;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_CLOCK_CONTROL");
  if (path == NULL) return;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, 8, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) added_s = map;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, id, now);
  if (result == 0 && added_s && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += *added_s;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec real;
  if (clock_gettime(CLOCK_REALTIME, &real) != 0) return -1;
  now->tv_sec = real.tv_sec;
  now->tv_usec = real.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  if (out != NULL) *out = real.tv_sec;
  return real.tv_sec;
}
