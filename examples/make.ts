/**
 * Makes the sample holograms beside this file: `node examples/make.ts`. Each is what the command line makes from the
 * arguments below, which README.md repeats for readers; a test holds the three together.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simulateCommand } from '../src/cli/commands/simulate.ts';

export const commands: readonly string[] = [
  '--object beads --count 6 --mode off-axis --width 768 --height 768 --wavelength-um 0.6328 --pixel-pitch-um 3.45 ' +
    '--z-mm 5 --carrier 0.18,0.15 --phase-rad 3 --bit-depth 8 --seed 1 -o off-axis.png --background off-axis-background.png',
  '--object cells --count 14 --mode off-axis --width 768 --height 768 --wavelength-um 0.532 --pixel-pitch-um 2.2 ' +
    '--z-mm 1.2 --carrier -0.21,0.13 --phase-rad 4 --aberration 2,0:4 --aberration 0,2:-2.5 --aberration 1,2:1 ' +
    '--uneven-light 0.5 --dust 15 --coherence 0.7 --photoelectrons 2000 --read-noise 8 --bit-depth 8 --seed 2 ' +
    '-o off-axis-hard.png',
  '--object absorbing-chart --mode inline --width 768 --height 768 --wavelength-um 0.532 --pixel-pitch-um 1.67 ' +
    '--z-mm 1.5 --bit-depth 12 --seed 3 -o inline.png',
];

/** Runs every command; the files it names go to `folder`. */
export async function makeExamples(folder: string, say: (text: string) => void): Promise<void> {
  for (const line of commands) {
    const args = line.split(' ').map((word) => (word.endsWith('.png') ? join(folder, word) : word));
    const code = await simulateCommand.execute(args, { stdout: { write: say }, stderr: { write: say } });
    if (code !== 0) throw new Error(`leith simulate ${line} ended with ${code}`);
  }
}

if (import.meta.main) {
  const here = fileURLToPath(new URL('.', import.meta.url));
  await makeExamples(here, (text) => process.stdout.write(text));
}
