#include "CWebRuntime.h"

// No headers of a C library: compiling for the browser there are none.
void *malloc(__SIZE_TYPE__ count);
void free(void *block);

void *core_malloc(__SIZE_TYPE__ count) { return malloc(count); }
void core_release(void *block) { free(block); }

#ifdef __wasm__

// The one import of core.wasm: the browser fills memory with random bytes. Swift seeds the hashes of its sets and dictionaries
// by it.
__attribute__((import_module("env"), import_name("random"))) void dio_import_random(void *bytes, __SIZE_TYPE__ count);

void arc4random_buf(void *bytes, __SIZE_TYPE__ count) { dio_import_random(bytes, count); }

// Runs what the C library wants run first. Called once by the browser; without it the linker would wrap each export in a
// program's start and end.
void __wasm_call_ctors(void);
void dio_start(void) { __wasm_call_ctors(); }

#endif
