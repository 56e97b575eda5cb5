import surfaceWorker from './surface-worker.ts?worker&url';
import type { SurfaceEye, SurfaceMessage } from './surface-message.ts';

export interface Surface {
  show(surface: NonNullable<SurfaceMessage['surface']>): void;
  dispose(): void;
}

/**
 * A surface on a canvas, drawn in a worker of its own, which comes with the library when the first one is made.
 * @param onTrouble a sentence for people
 */
export function createSurface(canvas: HTMLCanvasElement, onTrouble: (text: string) => void): Surface {
  const worker = new Worker(surfaceWorker, { type: 'module' });
  worker.onerror = () => onTrouble('The 3D part could not be loaded: this page is offline.');
  worker.onmessage = () => onTrouble('This browser gives the page no 3D graphics (WebGL).');
  const tell = (message: SurfaceMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  tell({ canvas: offscreen }, [offscreen]);
  const forgetHands = turnByHand(canvas, (eye) => tell({ eye }));
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    tell({ size: { width, height, ratio: Math.min(2, window.devicePixelRatio) } });
  });
  observer.observe(canvas);
  return {
    show: (surface) => tell({ surface }, [surface.grid.values.buffer]),
    dispose() {
      observer.disconnect();
      forgetHands();
      worker.terminate();
    },
  };
}

/** Drag, wheel and keys around the surface's middle. @returns what undoes it */
function turnByHand(canvas: HTMLCanvasElement, look: (eye: SurfaceEye) => void): () => void {
  let eye: SurfaceEye = { around: -0.6, above: 0.75, away: 2.3 };
  const turn = (around: number, above: number, zoom = 1) => {
    eye = {
      around: eye.around + around,
      above: Math.min(1.55, Math.max(0.05, eye.above + above)),
      away: Math.min(6, Math.max(0.5, eye.away * zoom)),
    };
    look(eye);
  };
  const move = (event: PointerEvent) => {
    if (event.buttons !== 0) turn(-event.movementX * 0.008, event.movementY * 0.008);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    turn(0, 0, Math.exp(event.deltaY * 0.001));
  };
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowLeft: () => turn(-0.1, 0),
      ArrowRight: () => turn(0.1, 0),
      ArrowUp: () => turn(0, 0.08),
      ArrowDown: () => turn(0, -0.08),
      '+': () => turn(0, 0, 1 / 1.15),
      '-': () => turn(0, 0, 1.15),
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]!();
  };
  const hold = (event: PointerEvent) => canvas.setPointerCapture(event.pointerId);
  canvas.addEventListener('pointerdown', hold);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('wheel', wheel, { passive: false });
  canvas.addEventListener('keydown', keys);
  look(eye);
  return () => {
    canvas.removeEventListener('pointerdown', hold);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('wheel', wheel);
    canvas.removeEventListener('keydown', keys);
  };
}

/** Fetches what draws surfaces, so that it is there when the connection has gone. */
export async function prepareSurface(): Promise<void> {
  await fetch(surfaceWorker);
}
