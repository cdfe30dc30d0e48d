#ifndef CVECTOR_H
#define CVECTOR_H

#include <stdint.h>

/// Sixteen bytes; `SIMD16<UInt8>` in Swift.
typedef uint8_t vector_bytes __attribute__((__ext_vector_type__(16)));

/// The top bit of each byte, the first byte's lowest: one instruction where the processor has it, which Swift's own
/// vectors can't ask for.
static inline uint16_t vector_top_bits(vector_bytes bytes) {
    typedef _Bool vector_bits __attribute__((__ext_vector_type__(16)));
    return __builtin_bit_cast(uint16_t, __builtin_convertvector(bytes >> 7, vector_bits));
}

#endif
