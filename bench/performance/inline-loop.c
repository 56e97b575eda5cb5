/*
 * FFTW's side of inline-loop.ts: propagate an object to the sensor, give it the measured amplitude, propagate back,
 * bound its modulus by 1. Reads "rows cols iterations" from standard input, one request a line, and answers each with
 * the milliseconds it took and the sum of squared moduli that came out. Single precision, one thread, FFTW_MEASURE, in place; planning is not timed.
 */
#define _POSIX_C_SOURCE 199309L
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WAVELENGTH_UM 0.532
#define PITCH_UM 2.2
#define Z_UM 1500.0
#define PI 3.14159265358979323846

static int rows, cols;
static fftwf_complex *field, *transfer;
static float *amplitude;
static fftwf_plan forward, inverse;

static double milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

/* The factor 1 / (rows · cols) of the inverse transform goes into the transfer function. */
static void fill_transfer(void) {
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < cols; x++) {
      double fx = (x < (cols + 1) / 2 ? x : x - cols) / (cols * PITCH_UM);
      double fy = (y < (rows + 1) / 2 ? y : y - rows) / (rows * PITCH_UM);
      double axial = sqrt(1 / (WAVELENGTH_UM * WAVELENGTH_UM) - fx * fx - fy * fy);
      double phase = 2 * PI * Z_UM * (axial - 1 / WAVELENGTH_UM);
      transfer[(size_t)y * cols + x] = (float)(cos(phase) / rows / cols) + I * (float)(sin(phase) / rows / cols);
    }
}

static void prepare(int new_rows, int new_cols) {
  if (new_rows == rows && new_cols == cols) return;
  rows = new_rows;
  cols = new_cols;
  size_t points = (size_t)rows * cols;
  field = fftwf_alloc_complex(points);
  transfer = fftwf_alloc_complex(points);
  amplitude = fftwf_alloc_real(points);
  forward = fftwf_plan_dft_2d(rows, cols, field, field, FFTW_FORWARD, FFTW_MEASURE);
  inverse = fftwf_plan_dft_2d(rows, cols, field, field, FFTW_BACKWARD, FFTW_MEASURE);
  fill_transfer();
}

static void start(void) {
  unsigned state = 1;
  for (size_t i = 0; i < (size_t)rows * cols; i++) {
    state = state * 1664525u + 1013904223u;
    amplitude[i] = 0.9f + 0.2f * ((float)(state >> 8) / 16777216.0f);
    field[i] = 1;
  }
}

static void propagate(int back) {
  size_t points = (size_t)rows * cols;
  float *f = (float *)field;
  const float *h = (const float *)transfer;
  const float sign = back ? -1 : 1;
  fftwf_execute(forward);
  for (size_t i = 0; i < points; i++) {
    float re = f[2 * i], im = f[2 * i + 1], hr = h[2 * i], hi = sign * h[2 * i + 1];
    f[2 * i] = re * hr - im * hi;
    f[2 * i + 1] = re * hi + im * hr;
  }
  fftwf_execute(inverse);
}

static void iterate(void) {
  size_t points = (size_t)rows * cols;
  float *f = (float *)field;
  propagate(0);
  for (size_t i = 0; i < points; i++) {
    float modulus = sqrtf(f[2 * i] * f[2 * i] + f[2 * i + 1] * f[2 * i + 1]);
    float factor = amplitude[i] / fmaxf(1e-12f, modulus);
    f[2 * i] *= factor;
    f[2 * i + 1] *= factor;
  }
  propagate(1);
  for (size_t i = 0; i < points; i++) {
    float modulus = sqrtf(f[2 * i] * f[2 * i] + f[2 * i + 1] * f[2 * i + 1]);
    float factor = 1 / fmaxf(1, modulus);
    f[2 * i] *= factor;
    f[2 * i + 1] *= factor;
  }
}

int main(void) {
  int new_rows, new_cols, iterations;
  while (scanf("%d %d %d", &new_rows, &new_cols, &iterations) == 3) {
    prepare(new_rows, new_cols);
    start();
    double begin = milliseconds();
    for (int i = 0; i < iterations; i++) iterate();
    double spent = milliseconds() - begin;
    double squares = 0;
    for (size_t i = 0; i < (size_t)rows * cols; i++) {
      double re = crealf(field[i]), im = cimagf(field[i]);
      squares += re * re + im * im;
    }
    printf("%.3f %.9g\n", spent, squares);
    fflush(stdout);
  }
  return 0;
}
