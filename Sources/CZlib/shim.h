#pragma once
#include <zlib.h>

// The init functions are macros that pass the header's version and structure size.
static inline int bobbin_inflate_init(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
static inline int bobbin_deflate_init(z_streamp stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
