/*
 * FFTW's side of the comparison. Reads requests "kind rows cols repeats" from standard input, one a line, and answers
 * each with the milliseconds of every repeat on one line. kind: c = complex to another array, i = complex in place,
 * r = real to half a complex array. A plan (FFTW_MEASURE, with the argument "patient" FFTW_PATIENT; one thread) is made at
 * the first request of its shape.
 */
#define _POSIX_C_SOURCE 199309L
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_JOBS 64

struct job {
  char kind;
  int rows, cols;
  fftwf_plan plan;
  float *input;
  size_t floats;
};

static struct job jobs[MOST_JOBS];
static int job_count;
static unsigned effort = FFTW_MEASURE;

static double milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void fill(struct job *job) {
  unsigned state = 1;
  for (size_t i = 0; i < job->floats; i++) {
    state = state * 1664525u + 1013904223u;
    job->input[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
  }
}

static struct job *job_for(char kind, int rows, int cols) {
  for (int i = 0; i < job_count; i++)
    if (jobs[i].kind == kind && jobs[i].rows == rows && jobs[i].cols == cols) return &jobs[i];
  if (job_count == MOST_JOBS) exit(1);
  struct job *job = &jobs[job_count++];
  size_t points = (size_t)rows * cols;
  job->kind = kind;
  job->rows = rows;
  job->cols = cols;
  job->floats = kind == 'r' ? points : 2 * points;
  job->input = fftwf_malloc(job->floats * sizeof(float));
  fftwf_complex *input = (fftwf_complex *)job->input;
  fftwf_complex *output = kind == 'i' ? input : fftwf_malloc(points * sizeof(fftwf_complex));
  job->plan = kind == 'r' ? fftwf_plan_dft_r2c_2d(rows, cols, job->input, output, effort)
                          : fftwf_plan_dft_2d(rows, cols, input, output, FFTW_FORWARD, effort);
  return job;
}

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "patient") == 0) effort = FFTW_PATIENT;
  char kind;
  int rows, cols, repeats;
  while (scanf(" %c %d %d %d", &kind, &rows, &cols, &repeats) == 4) {
    struct job *job = job_for(kind, rows, cols);
    fill(job);
    for (int i = 0; i < repeats; i++) {
      double start = milliseconds();
      fftwf_execute(job->plan);
      printf("%.4f ", milliseconds() - start);
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
