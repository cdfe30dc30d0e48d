#ifndef CVECTOR_H
#define CVECTOR_H

#include <stdint.h>

// What is done with sixteen bytes at once, in an instruction or a few, which Swift's own vectors can't ask for or take
// apart byte by byte.

/// Sixteen bytes; `SIMD16<UInt8>` in Swift.
typedef uint8_t vector_bytes __attribute__((__ext_vector_type__(16)));
/// The same as signed numbers.
typedef int8_t vector_numbers __attribute__((__ext_vector_type__(16)));

/// The top bit of each byte, the first byte's lowest.
static inline uint16_t vector_top_bits(vector_bytes bytes) {
    typedef _Bool vector_bits __attribute__((__ext_vector_type__(16)));
    return __builtin_bit_cast(uint16_t, __builtin_convertvector(bytes >> 7, vector_bits));
}

/// A bit for each byte that is `wanted`.
static inline uint16_t vector_places(vector_bytes bytes, uint8_t wanted) {
    return vector_top_bits((vector_bytes)(bytes == wanted));
}

/// A bit for each byte that is a backslash, a control character up to 0D, or not ASCII: as signed numbers, the last stand
/// below the others.
static inline uint16_t vector_structure(vector_bytes bytes) {
    return vector_top_bits((vector_bytes)(((vector_numbers)bytes < 0x0E) | (bytes == (uint8_t)'\\')));
}

// MARK: UTF-8 (RFC 3629 section 4), thirty-two bytes at a step

typedef uint8_t utf8_bytes __attribute__((__ext_vector_type__(32)));
typedef int8_t utf8_numbers __attribute__((__ext_vector_type__(32)));
typedef char utf8_truths __attribute__((__ext_vector_type__(32)));
/// The same wherever it stands in memory.
typedef utf8_bytes utf8_block __attribute__((__aligned__(1)));

// Vectors of this size go in and out by pointers: not every processor has registers for them.

static inline __attribute__((always_inline)) _Bool utf8_has_top_bits(const utf8_bytes *bytes) {
    typedef _Bool utf8_bits __attribute__((__ext_vector_type__(32)));
    return __builtin_bit_cast(uint32_t, __builtin_convertvector(*bytes >> 7, utf8_bits)) != 0;
}

/// Whether 64 bytes are ASCII.
static inline __attribute__((always_inline)) _Bool utf8_is_ascii(const uint8_t *bytes) {
    utf8_bytes all = *(const utf8_block *)bytes | *(const utf8_block *)(bytes + 32);
    return !utf8_has_top_bits(&all);
}

/// Adds to `faults` the top bit of each of 32 bytes that can't follow those before it, of which three are looked at.
static inline __attribute__((always_inline)) void utf8_find_faults(const uint8_t *bytes, utf8_bytes *faults) {
    utf8_bytes byte = *(const utf8_block *)bytes;
    utf8_bytes previous = *(const utf8_block *)(bytes - 1);
    // From C0 on a byte wants one behind it that goes on, from E0 on two, from F0 on three.
    utf8_bytes wanted = __builtin_elementwise_sub_sat(previous, (utf8_bytes)0xBF)
        | __builtin_elementwise_sub_sat((utf8_bytes) * (const utf8_block *)(bytes - 2), (utf8_bytes)0xDF)
        | __builtin_elementwise_sub_sat((utf8_bytes) * (const utf8_block *)(bytes - 3), (utf8_bytes)0xEF);
    // As signed numbers, those that go on, 80 to BF, stand below all others.
    utf8_truths found = ((utf8_numbers)byte < (int8_t)0xC0) ^ (wanted != 0);
    // C0, C1 and F5 to FF begin nothing.
    found |= ((byte & 0xFE) == 0xC0) | (byte >= 0xF5);
    // E0 wants A0 or more behind it, ED less; F0 wants 90 or more, F4 less.
    utf8_truths below_a0 = (utf8_numbers)byte < (int8_t)0xA0;
    utf8_truths below_90 = (utf8_numbers)byte < (int8_t)0x90;
    found |= ((previous == 0xE0) & below_a0) | ((previous == 0xED) & ~below_a0);
    found |= ((previous == 0xF0) & below_90) | ((previous == 0xF4) & ~below_90);
    *faults |= (utf8_bytes)found;
}

/// Whether 32 bytes go on in order from the three before them; the last scalar may be cut.
static inline _Bool utf8_goes_on(const uint8_t *bytes) {
    utf8_bytes faults = 0;
    utf8_find_faults(bytes, &faults);
    return !utf8_has_top_bits(&faults);
}

static inline __attribute__((always_inline)) _Bool utf8_check(const uint8_t *bytes, long count) {
    long position = 0;
    while (position + 64 <= count && utf8_is_ascii(bytes + position)) position += 64;
    // What is left of a text that is all ASCII overlaps what is known to be so.
    if (position + 64 > count && utf8_is_ascii(bytes + count - 64)) return 1;
    utf8_bytes faults = 0;
    if (position == 0) {
        // Nothing stands before the first.
        uint8_t start[35] = {0};
        __builtin_memcpy(start + 3, bytes, 32);
        utf8_find_faults(start + 3, &faults);
        position = 32;
    }
    for (; position + 32 <= count; position += 32) utf8_find_faults(bytes + position, &faults);
    utf8_find_faults(bytes + count - 32, &faults);
    return !utf8_has_top_bits(&faults) && bytes[count - 1] < 0xC0 && bytes[count - 2] < 0xE0 && bytes[count - 3] < 0xF0;
}

#if defined(__x86_64__)
/// The same, for processors that have vectors of this size.
__attribute__((target("avx2"))) static _Bool utf8_check_avx2(const uint8_t *bytes, long count) {
    return utf8_check(bytes, count);
}
#endif

/// Whether `count` bytes, 64 at least, are a whole text.
static inline _Bool utf8_is_text(const uint8_t *bytes, long count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return utf8_check_avx2(bytes, count);
#endif
    return utf8_check(bytes, count);
}

#endif
