import { setTimeout as sleep } from 'node:timers/promises';

const RUNS = 20;
/** How often a run is looked at: looking takes processor time, too. */
const LOOK_MS = 5;
/** In which the service sweeps what a run has left. */
const SETTLE_MS = 50;

/** A request as it is sent, made once. */
export interface Form {
  readonly body: Uint8Array;
  readonly type: string;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** How long after the end of its reconstruction the picture of a run and all of it can be fetched. */
export async function printFirstPictures(url: string, form: Form): Promise<void> {
  const [pictures, packages]: [number[], number[]] = [[], []];
  await timeOfRun(url, form);
  for (let run = 0; run < RUNS; run++) {
    const { reconstructed, pictured, complete } = await timeOfRun(url, form);
    pictures.push(pictured - reconstructed);
    packages.push(complete - reconstructed);
    await sleep(SETTLE_MS);
  }
  console.log(
    `First picture of a run (\`/runs/…/preview/phase.png\`): ${median(pictures).toFixed(0)} ms after the end of its reconstruction (median of ${RUNS} runs, at most ${Math.max(...pictures).toFixed(0)} ms, looked for every ${LOOK_MS} ms); its package is complete after ${median(packages).toFixed(0)} ms.`,
  );
}

interface RunSeen {
  readonly status: string;
  readonly progress: { readonly stage: string | null };
}

/** ms of the clock, as a client sees it that looks again and again. */
async function timeOfRun(url: string, { body, type }: Form) {
  const headers = { 'content-type': type, prefer: 'respond-async' };
  const asked = { method: 'POST', headers, body: body as BodyInit };
  const accepted = await fetch(`${url}/public/reconstruct`, asked);
  const { run_id } = (await accepted.json()) as { readonly run_id: string };
  const address = `${url}/runs/${run_id}`;
  let [reconstructed, pictured] = [0, 0];
  for (;;) {
    const { status, progress } = (await (await fetch(address)).json()) as RunSeen;
    if (status === 'failed') throw new Error(`${run_id} failed`);
    if (reconstructed === 0 && progress.stage === 'package') reconstructed = performance.now();
    if (reconstructed !== 0 && pictured === 0) {
      const picture = await fetch(`${address}/preview/phase.png`);
      await picture.arrayBuffer();
      if (picture.ok) pictured = performance.now();
    }
    if (status === 'succeeded' && pictured === 0)
      throw new Error(`${run_id} was never seen in its last stage`);
    if (status === 'succeeded') return { reconstructed, pictured, complete: performance.now() };
    await sleep(LOOK_MS);
  }
}
