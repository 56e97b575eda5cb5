// The Fourier transforms of planes, for importing from one place.
export { fastSize } from './fast-size.ts';
export { fft2, fftColumns, fftRows, ifft2 } from './fft2.ts';
export { columnsFftMultiplyIfft } from './filter-columns.ts';
export { halfColumns, rfft2 } from './rfft2.ts';
