// C types whose fields Swift's reflection does not show.
#ifndef C_MODELS_H
#define C_MODELS_H
#include <stdint.h>

typedef union {
  uint32_t whole;
  float real;
} CUnion;

typedef struct {
  uint32_t low : 4;
  uint32_t high : 28;
} CBitField;

typedef struct {
  int32_t x;
  double y;
} CPair;

/// Imported as an enum with raw values.
enum __attribute__((enum_extensibility(closed))) CDirection : int32_t { CDirectionNorth = 0, CDirectionSouth = 7 };
enum __attribute__((enum_extensibility(closed))) CPlainDirection : int32_t { CPlainDirectionNorth = 0 };

#endif

#if defined(__GLIBC__)
#include <malloc.h>

/// The bytes that are allocated on the heap.
static inline size_t allocated_byte_count(void) {
#if __GLIBC_PREREQ(2, 33)
  return mallinfo2().uordblks;
#else
  return (unsigned)mallinfo().uordblks;
#endif
}
#endif
