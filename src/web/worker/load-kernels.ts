import { Kernels } from '../../core/kernel/kernels.ts';

/** The service's own kernels, and the digest that tells them from others; empty where the page can't compute it. */
export interface LoadedKernels {
  readonly kernels: Kernels;
  readonly sha256: () => Promise<string>;
}

export async function loadKernels(): Promise<LoadedKernels> {
  const response = await fetch(new URL('../../../kernels/kernels.wasm', import.meta.url));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { kernels: await Kernels.load(bytes), sha256: async () => (await sha256Of(bytes)) ?? '' };
}

/** Hexadecimal; null: the browser has digests only where the page was served safely. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
