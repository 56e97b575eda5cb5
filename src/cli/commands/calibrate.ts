import { writeFile } from 'node:fs/promises';
import { Problem } from '../../core/problem/problem.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { calibrateFrame } from '../../services/calibration/calibrate-frame.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import { newProfile } from '../../services/calibration/new-profile.ts';
import { toProfile, type Profile } from '../../services/calibration/profile.ts';
import { mintId } from '../../services/mint-id.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { progressLine } from '../progress-line.ts';
import { receiveFile } from '../received-file.ts';
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
      return calibrate(options, software, io);
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
    io.stderr.write(explain(error));
    return 1;
  }
}

async function compute(
  { fields, hologram: path, background: blank }: CalibrateOptions,
  software: Software,
  onProgress: (stage: string, fraction: number) => void,
): Promise<{ readonly profile: Profile; readonly overlay: Uint8Array }> {
  const { target, certificate, name, wavelength_tolerance_nm, recipe } = parseCalibration(fields, []);
  const { target_id } = target.entry;
  const hologram = await receiveFile(path, 'hologram');
  const background = blank === undefined ? null : await receiveFile(blank, 'background');
  const said = { target_id, certificate, wavelength_tolerance_nm, recipe };
  const request = { hologram, background, ...said };
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
