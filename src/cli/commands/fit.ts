import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '../../core/problem/problem.ts';
import { inUnitOf } from '../../core/recipe/with-unit.ts';
import { workflowFitSchema } from '../../core/workflow-fit/request.ts';
import type { FileDescription } from '../../formats/decode/describe-file.ts';
import { checkWithFile, type CheckedWithFile } from '../../services/fit/check-with-file.ts';
import type { Command, Io } from '../command.ts';
import { attachNegative } from '../attach-negative.ts';
import { sayWrong } from '../with-options.ts';
import { fitHelp } from './fit-help.ts';
import { optionOf } from '../field-options.ts';
import { optionWords } from '../option-words.ts';

const words = optionWords();
const { metadata, ...fields } = workflowFitSchema.shape;
const texts = ['geometry', 'file_format', 'pixel_pitch_basis', 'reference_measurement'];
const recorded = Object.keys(metadata.unwrap().shape);

const options = {
  ...Object.fromEntries(
    Object.keys(fields).map((name) => [optionOf(name).slice(2), { type: 'string' }] as const),
  ),
  ...Object.fromEntries(recorded.map((name) => [optionOf(name).slice(2), { type: 'boolean' }] as const)),
  file: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const fitCommand: Command = {
  name: 'fit',
  summary: 'check whether the service would take such data',
  help: fitHelp,
  async execute(args, io) {
    let values: Values;
    try {
      ({ values } = parseArgs({ args: attachNegative(args), options }) as { values: Values });
    } catch (error) {
      return wrong(io, [(error as Error).message]);
    }
    if (values['help'] === true) {
      io.stdout.write(fitHelp);
      return 0;
    }
    try {
      const path = values['file'];
      const frame =
        typeof path === 'string' ? { name: path, bytes: new Uint8Array(await readFile(path)) } : null;
      const checked = await checkWithFile(given(values), frame);
      const { fit, file } = checked;
      io.stdout.write(values['json'] === true ? inJson(checked) : inWords(checked));
      return fit.verdict === 'unsupported' || file?.refusal ? 1 : 0;
    } catch (error) {
      if (error instanceof Problem) {
        return wrong(
          io,
          error.errors.map(({ pointer, message }) => words.problem({ pointer, message })),
        );
      }
      const { code, path, message } = error as NodeJS.ErrnoException;
      return wrong(io, [code === 'ENOENT' ? `there is no file ${path}` : message]);
    }
  },
};

const wrong = (io: Io, problems: readonly string[]) => sayWrong(io, 'fit', problems);

/** The request that the options spell. */
function given(values: Values): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = values[optionOf(name).slice(2)];
    if (typeof value === 'string')
      request[name] = texts.includes(name) ? value : asNumber(inUnitOf(name, value)?.text ?? value);
  }
  const notes = recorded.filter((name) => values[optionOf(name).slice(2)] === true);
  if (notes.length > 0) request['metadata'] = Object.fromEntries(notes.map((name) => [name, true]));
  return request;
}

function asNumber(text: string): number | string {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}

function inJson({ fit, file, taken, differences }: CheckedWithFile): string {
  return `${JSON.stringify(file ? { ...fit, file, taken, differences } : fit, null, 2)}\n`;
}

function inWords(checked: CheckedWithFile): string {
  const { fit, file, differences } = checked;
  const { verdict, reasons, next_steps, note } = fit;
  return [
    ...(file ? [...aboutFile(file, checked), ''] : []),
    `Verdict: ${verdict}`,
    ...reasons.map(
      ({ rule, level, detail }) => `  ${level.replace('_', ' ')}: ${words.message(detail)} (${rule})`,
    ),
    ...differences.map(({ code, detail }) => `  needs review: ${words.message(detail)} (${code})`),
    '',
    'Next steps',
    ...next_steps.map((step) => `  - ${words.message(step)}`),
    '',
    note,
    '',
  ].join('\n');
}

function aboutFile(file: FileDescription, { stated, taken }: CheckedWithFile): string[] {
  const { file_format, frame_width_px, frame_height_px, bit_depth, refusal } = file;
  const found = [
    file_format,
    frame_width_px && `${frame_width_px} × ${frame_height_px} px`,
    bit_depth && `${bit_depth} bit`,
    ...stated,
  ].filter(Boolean);
  const filled = Object.entries(taken).map(([name, value]) => `${optionOf(name)} ${value}`);
  return [
    `The file: ${found.join(', ')}.`,
    ...(filled.length > 0 ? [`Taken from it: ${filled.join(', ')}.`] : []),
    ...(file.stated.pixelSize
      ? ['Files state pixels in the sample’s plane: the camera’s pitch divided by the magnification.']
      : []),
    ...(refusal ? [`It would be refused: ${words.message(refusal)}`] : []),
  ];
}
