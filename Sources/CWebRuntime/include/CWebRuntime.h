#ifndef CWEBRUNTIME_H
#define CWEBRUNTIME_H

// The C library's memory by names of our own; NULL where there is none left.
void *_Nullable core_malloc(__SIZE_TYPE__ count);
void core_release(void *_Nonnull block);

#endif
