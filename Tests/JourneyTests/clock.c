/* Preloaded into a command: its wall clock is DIORAMA_CLOCK_AHEAD seconds ahead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long ahead(void) {
  const char *text = getenv("DIORAMA_CLOCK_AHEAD");
  return text ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int code = real(clock, result);
  if (code == 0 && clock == CLOCK_REALTIME) result->tv_sec += ahead();
  return code;
}

int gettimeofday(struct timeval *result, void *zone) {
  struct timespec now;
  int code = clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return code;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
