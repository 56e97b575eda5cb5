import { computer } from '../worker/computer.ts';
import { loadPlots } from './plot.tsx';
import { prepareSurface } from './surface.ts';

/** Fetches what looking at a result needs, so that it works when the connection goes; 3D comes last. */
export async function prepareViewer(): Promise<void> {
  computer();
  await Promise.all([loadPlots(), import('./viewer.tsx')]);
  await prepareSurface().catch(() => undefined);
}
