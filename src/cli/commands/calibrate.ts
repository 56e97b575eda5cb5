import { readFile, writeFile } from 'node:fs/promises';
import { Problem } from '../../core/problem/problem.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { calibrateFrame } from '../../services/calibration/calibrate-frame.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import { checkOf, fieldsOfProfile, wholeProfile } from '../../services/calibration/check-profile.ts';
import { newProfile } from '../../services/calibration/new-profile.ts';
import { toProfile, type Profile } from '../../services/calibration/profile.ts';
import type { ReceivedFile } from '../../services/ports/received-file.ts';
import { mintId } from '../../services/mint-id.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { progressLine } from '../progress-line.ts';
import { receiveFile } from '../received-file.ts';
import { addToRecord, checkInWords } from './check-record.ts';
import { calibrateHelp } from './calibrate-help.ts';
import { optionWords } from '../option-words.ts';
import { calibrateOptions, calibrateShorter, type CalibrateOptions } from './calibrate-options.ts';
import { profileTable } from './profile-table.ts';

type Software = PackageContext['software'];

const words = optionWords(calibrateShorter);

export function calibrateCommand(software: Software): Command {
  return {
    name: 'calibrate',
    summary: 'measure a rig by the frame of a target',
    help: calibrateHelp,
    async execute(args, io) {
      const options = calibrateOptions(args);
      if (options === 'help') {
        io.stdout.write(calibrateHelp);
        return 0;
      }
      if ('problem' in options) {
        io.stderr.write(`leith calibrate: ${options.problem}\nSee leith calibrate --help\n`);
        return 2;
      }
      return options.check === undefined
        ? calibrate(options, software, io)
        : check(options, options.check, software, io);
    },
  };
}

async function calibrate(options: CalibrateOptions, software: Software, io: Io): Promise<number> {
  const progress = progressLine(io, options.quiet);
  try {
    const { profile, overlay } = await compute(options, software, progress.report);
    progress.finish();
    const json = `${JSON.stringify(profile, null, 2)}\n`;
    await writeFile(options.overlay, overlay);
    await writeFile(options.output, json);
    io.stdout.write(options.json ? json : inWords(profile, options));
    return 0;
  } catch (error) {
    progress.finish();
    await explainWithPicture(error, options, io);
    return 1;
  }
}

/** Compares the rig with its profile, and adds a line to its record. */
async function check(options: CalibrateOptions, path: string, software: Software, io: Io): Promise<number> {
  const progress = progressLine(io, options.quiet);
  try {
    const profile = wholeProfile(await readFile(path, 'utf8'));
    const fields = fieldsOfProfile(profile, options.fields);
    const { profile: fresh, overlay } = await compute({ ...options, fields }, software, progress.report);
    progress.finish();
    const result = checkOf(profile, fresh);
    await writeFile(options.overlay, overlay);
    const points = await addToRecord(options.record!, result);
    const lines = [...checkInWords(result, profile), `${options.record}: ${points} in the record`];
    io.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : `${lines.join('\n')}\n`);
    return result.pass ? 0 : 1;
  } catch (error) {
    progress.finish();
    await explainWithPicture(error, options, io);
    return 1;
  }
}

async function explainWithPicture(error: unknown, { overlay }: CalibrateOptions, io: Io): Promise<void> {
  io.stderr.write(explain(error));
  if (!(error instanceof Problem) || !error.picture) return;
  await writeFile(overlay, error.picture);
  io.stderr.write(`${overlay}: where it was looked for\n`);
}

async function compute(
  { fields, holograms, background: blank }: CalibrateOptions,
  software: Software,
  onProgress: (stage: string, fraction: number) => void,
): Promise<{ readonly profile: Profile; readonly overlay: Uint8Array }> {
  const { target, certificate, name, wavelength_tolerance_nm, repeatability, recipe } = parseCalibration(
    fields,
    [],
  );
  const { target_id } = target.entry;
  const files: ReceivedFile[] = [];
  for (const path of holograms) files.push(await receiveFile(path, 'hologram'));
  const [hologram, ...further] = files as [ReceivedFile, ...ReceivedFile[]];
  const background = blank === undefined ? null : await receiveFile(blank, 'background');
  const said = { target_id, certificate, wavelength_tolerance_nm, repeatability, recipe };
  const request = { hologram, further, background, ...said };
  const { found, overlay } = await calibrateFrame(await loadKernels(), request, onProgress);
  const created = new Date();
  const measured = { ...said, name, input_sha256: hologram.sha256, found, overlay };
  const profile = toProfile(
    newProfile({ profile_id: mintId('prof', created), created, software, ...measured }),
  );
  return { profile, overlay };
}

function inWords(profile: Profile, { output, overlay }: CalibrateOptions): string {
  const { fit, quality, warnings, target_id } = profile;
  const found = `${fit.features_found} of ${fit.features_expected} features, residual ${fit.residual_px.toFixed(3)} px`;
  const lines = [
    `${output}: ${target_id}, ${found}${quality === 'good' ? '' : ', needs review'}`,
    `${overlay}: what was found, and the target as it was fitted`,
    '',
    ...profileTable(profile),
    '',
    ...warnings.map((warning) => `note: ${words.message(warning)}`),
    `Look at ${overlay}: the drawn target should lie on the one in the picture. Then:`,
    `  leith reconstruct FILE --calibration ${output} … with the same best guesses as here`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What went wrong, every field by the name it has on the command line. */
function explain(error: unknown): string {
  if (!(error instanceof Problem)) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return `leith calibrate: ${code === 'ENOENT' ? `there is no file ${path}` : message}\n`;
  }
  if (error.errors.length === 0) return `leith calibrate: ${words.message(error.message)} (${error.code})\n`;
  const lines = error.errors.map((wrong) => `  ${words.problem(wrong)}\n`);
  return `leith calibrate: this can’t be used (${error.code})\n${lines.join('')}`;
}
