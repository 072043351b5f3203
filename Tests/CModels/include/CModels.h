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

#endif
