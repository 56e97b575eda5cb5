import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import type { Gpu, GpuRefocuser, LookedAt } from './gpu-refocus.ts';
import type { RefocusOptics } from './protocol.ts';

const engine = () => import('./gpu-refocus.ts');

interface Opened {
  readonly field: ComplexMap;
  readonly optics: RefocusOptics;
  readonly reach_mm: number;
  /** null: not yet, or the device has no room for it */
  at: GpuRefocuser | null;
}

/**
 * Pictures of one field at a time by the graphics processor. Where there is none, or it is not right, or not ready yet,
 * there are no pictures, and nobody waits for them.
 */
export class GpuPictures {
  readonly #kernels: Promise<Kernels>;
  #gpu: Promise<Gpu | null> | null = null;
  #opened: Opened | null = null;

  constructor(kernels: Promise<Kernels>) {
    this.#kernels = kernels;
  }

  async picture(field: ComplexMap, optics: RefocusOptics, seen: LookedAt): Promise<ImageBitmap | null> {
    if (!('gpu' in navigator)) return null;
    const reach_mm = Math.abs(seen.shift_mm);
    const opened = this.#opened;
    const isOpen = opened?.field === field && opened.optics === optics && reach_mm <= opened.reach_mm;
    if (!isOpen) void this.#open({ field, optics, reach_mm: 2 * reach_mm, at: null });
    if (!isOpen || opened.at === null) return null;
    try {
      return await createImageBitmap(new ImageData(await opened.at.picture(seen), field.cols, field.rows));
    } catch {
      // the device was lost: the processor goes on
      this.drop();
      this.#gpu = Promise.resolve(null);
      return null;
    }
  }

  drop(): void {
    this.#opened?.at?.[Symbol.dispose]();
    this.#opened = null;
  }

  async #open(wanted: Opened): Promise<void> {
    this.drop();
    this.#opened = wanted;
    const gpu = await (this.#gpu ??= this.#trusted().catch(() => null));
    if (!gpu || this.#opened !== wanted) return;
    const { GpuRefocuser } = await engine();
    const at = await GpuRefocuser.of(gpu, wanted.field, wanted.optics, wanted.reach_mm).catch(() => null);
    if (this.#opened === wanted) wanted.at = at;
    else at?.[Symbol.dispose]();
  }

  async #trusted(): Promise<Gpu | null> {
    const { isRight, openGpu } = await engine();
    const gpu = await openGpu();
    return gpu && (await isRight(gpu, await this.#kernels)) ? gpu : null;
  }
}
