import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calibrateCommand } from './commands/calibrate.ts';
import { reconstructCommand } from './commands/reconstruct.ts';
import { simulateCommand } from './commands/simulate.ts';
import { outputProblems } from './outputs.ts';

const software = { name: 'leith', version: '0.0.0', kernel_sha256: '0'.repeat(64) };
const rig = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45', '--z-mm', '5'];

// none of them reads a frame, and so the first complaint is of where the result is to go
test.each([
  [reconstructCommand(software), ['absent.png', ...rig]],
  [calibrateCommand(software), ['absent.png', '--target', 'distortion-grid-50um', ...rig]],
  [simulateCommand, ['--object', 'beads', '--mode', 'off-axis']],
] as const)('%o says before its work that there is no folder for the file', async (command, args) => {
  let said = '';
  const heard = { write: (text: string) => (said += text) };
  const io = { stdout: heard, stderr: heard } as unknown as Parameters<typeof command.execute>[1];
  const output = join('/nowhere/at/all', command === simulateCommand ? 'h.png' : 'made');
  expect(await command.execute([...args, '-o', output], io)).not.toBe(0);
  expect(said).toContain(`there is no folder /nowhere/at/all for ${output}`);
});

test('a file that is there, one that can be made, and a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-outputs-'));
  const [there, other] = [join(folder, 'a.zip'), join(folder, 'b.zip')];
  writeFileSync(there, '');
  expect(await outputProblems([there, other, undefined])).toEqual([]);
  expect(await outputProblems([folder])).toEqual([`${folder} is a folder; say which file it is to be`]);
  rmSync(folder, { recursive: true });
});
