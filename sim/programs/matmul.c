/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matmul: C = A * B of N x N, each core a band of rows, in three phases with a barrier after each:
 * fill A and B, multiply, check C against its closed form. N is no multiple of four, so that the
 * bands differ and cores wait.
 */
#include "soc.h"

#define N 46
#define CORES_MAX 16

static int32_t a[N][N], b[N][N], c[N][N];
static uint32_t wrong[CORES_MAX];

struct band {
	int begin, end; /* rows */
};

static struct band band_of(unsigned int core, unsigned int cores)
{
	return (struct band){(int)(core * N / cores), (int)((core + 1) * N / cores)};
}

POINT static void phase_init(struct band band)
{
	for (int i = band.begin; i < band.end; i++) {
		for (int j = 0; j < N; j++) {
			a[i][j] = i + 2 * j;
			b[i][j] = 3 * i - j;
		}
	}
}

POINT static void phase_multiply(struct band band)
{
	for (int i = band.begin; i < band.end; i++) {
		for (int j = 0; j < N; j++) {
			int32_t sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
	}
}

/* sum over k of (i + 2 k)(3 k - j) = 3 i S1 - i j N + 6 S2 - 2 j S1, S1 and S2 the sums of k and of
 * its squares */
POINT static uint32_t phase_check(struct band band)
{
	const int32_t s1 = N * (N - 1) / 2;
	const int32_t s2 = N * (N - 1) * (2 * N - 1) / 6;
	uint32_t bad = 0;

	for (int i = band.begin; i < band.end; i++) {
		for (int j = 0; j < N; j++)
			bad += c[i][j] != 3 * i * s1 - i * j * N + 6 * s2 - 2 * j * s1;
	}
	return bad;
}

/* the end of the measured part, on each core */
POINT static void done(void)
{
}

int main(unsigned int core, unsigned int cores)
{
	struct band band = band_of(core, cores);
	uint32_t total = 0;

	phase_init(band);
	barrier();
	phase_multiply(band);
	barrier();
	wrong[core] = phase_check(band);
	barrier();
	done();

	for (unsigned int k = 0; k < cores; k++)
		total += wrong[k];
	if (core == 0) {
		print("matmul: ");
		print_number(N);
		print(" x ");
		print_number(N);
		print(" on ");
		print_number(cores);
		print(" cores: ");
		print(total ? "FAIL, wrong elements: " : "pass");
		if (total)
			print_number(total);
		print("\n");
	}
	return total ? 1 : 0;
}
