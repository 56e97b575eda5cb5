import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fitCommand } from './fit.ts';

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await fitCommand.execute(args, { stdout, stderr });
  return { code, out, err };
}

const example = ['--geometry', 'off-axis', '--pixel-pitch-um', '0.6', '--wavelength-um', '0.65'];
const frame = fileURLToPath(new URL('../../../examples/off-axis.png', import.meta.url));

it('gives the specification’s example the verdict and the reasons that the service gives', async () => {
  const { code, out } = await run(...example, '--file-format', 'video', '--json');
  expect(code).toBe(1);
  const { verdict, reasons } = JSON.parse(out) as { verdict: string; reasons: { rule: string }[] };
  expect(verdict).toBe('unsupported');
  expect(reasons.map(({ rule }) => rule)).toEqual([
    'pixel_pitch_not_above_wavelength',
    'video_stream',
    'distance_unknown',
  ]);
});

it('fills in what it can read from a file', async () => {
  const optics = ['--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45', '--z-mm', '-5'];
  const { code, out } = await run('--geometry', 'off-axis', '--file', frame, ...optics);
  expect(code).toBe(0);
  expect(out).toMatch(/^The file: png, 768 × 768 px, 8 bit\./);
  expect(out).toMatch(/Verdict: tested/);
  const cropped = await run('--geometry', 'off-axis', '--file', frame, ...optics, '--frame-width-px', '2000');
  expect(cropped.out).toMatch(/Verdict: needs_review[^]*frame_cropped/);
});

it('fills in what the metadata of a file say, and says where they say something else', async () => {
  const file = fileURLToPath(new URL('../../../test/fixtures/stated/ome-types.ome.tif', import.meta.url));
  const optics = ['--magnification', '10', '--z-mm', '5'];
  const filled = await run('--geometry', 'off-axis', '--file', file, ...optics);
  expect(filled.code).toBe(0);
  expect(filled.out).toContain('pixels of 0.345 µm (OME-XML), light of 0.6328 µm (OME-XML, its laser)');
  expect(filled.out).toContain('Taken from it: --wavelength-um 0.6328, --pixel-pitch-um 3.45.');
  expect(filled.out).not.toContain('_differs_from_file');
  const other = ['--wavelength-um', '0.532', '--pixel-pitch-um', '5.5'];
  const { out } = await run('--geometry', 'off-axis', '--file', file, ...optics, ...other);
  expect(out).toMatch(/wavelength_differs_from_file[^]*pixel_pitch_differs_from_file/);
  expect(out).not.toContain('Taken from it');
});

it.each(['633nm', '0,633 µm', '6.33e-1 um'])('understands a wavelength of %s', async (wavelength) => {
  const rig = ['--wavelength-um', wavelength, '--pixel-pitch-um', '3450 nm', '--z-mm', '2 in'];
  const { code, out } = await run('--geometry', 'off-axis', '--file-format', 'png', ...rig);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/Verdict: tested/) });
});

it('takes what is on record', async () => {
  const { out } = await run(...example, '--file-format', 'png', '--exposure-recorded', '--json');
  expect((JSON.parse(out) as { next_steps: string[] }).next_steps.join()).toMatch(
    /the wavelength, the pixel pitch/,
  );
});

it.each([
  [['--geometry', 'gabor', '--file-format', 'png'], /--geometry is "gabor"/],
  [['--geometry', 'inline'], /--file-format is missing/],
  [['--geometry', 'inline', '--file-format', 'png', '--wavelength-um', 'red'], /--wavelength-um is "red"/],
  [['--geometry', 'inline', '--file', 'absent.png'], /there is no file absent\.png/],
  [['--colour'], /--colour/],
])('ends with 2 for %j', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});
