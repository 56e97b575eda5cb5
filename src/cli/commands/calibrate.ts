import { readFile, writeFile } from 'node:fs/promises';
import { Problem } from '../../core/problem/problem.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { calibrateFrame } from '../../services/calibration/calibrate-frame.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import {
  checkOf,
  fieldsOfProfile,
  refusedCheck,
  wholeProfile,
  type ProfileCheck,
} from '../../services/calibration/check-profile.ts';
import {
  deliverProfile,
  type CalibrationOutcome,
  type MadeProfile,
} from '../../services/calibration/deliver-profile.ts';
import type { Profile } from '../../services/calibration/profile.ts';
import type { CalibrationJob, ComputeOptions } from '../../services/ports/compute.ts';
import type { ReceivedFile } from '../../services/ports/received-file.ts';
import { mintId } from '../../services/mint-id.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { refuseOutputs } from '../outputs.ts';
import { progressLine, type ProgressLine } from '../progress-line.ts';
import { receiveFile } from '../received-file.ts';
import { addToRecord, checkInWords } from './check-record.ts';
import { calibrateHelp } from './calibrate-help.ts';
import { explainFailure } from '../explain-failure.ts';
import { optionWords } from '../option-words.ts';
import { withOptions } from '../with-options.ts';
import { calibrateOptions, calibrateShorter, type CalibrateOptions } from './calibrate-options.ts';
import { profileTable } from './profile-table.ts';

type Software = PackageContext['software'];

const words = optionWords(calibrateShorter);

export function calibrateCommand(software: Software): Command {
  return {
    name: 'calibrate',
    summary: 'measure a rig by the frame of a target',
    help: calibrateHelp,
    execute(args, io) {
      return withOptions(this, io, calibrateOptions(args), (options) =>
        options.check === undefined
          ? calibrate(options, software, io)
          : check(options, options.check, software, io),
      );
    },
  };
}

async function calibrate(options: CalibrateOptions, software: Software, io: Io): Promise<number> {
  return explained(options, io, async (progress) => {
    await refuseOutputs([options.output, options.overlay]);
    const { profile } = await measure(options, software, progress, async (made) => {
      await writeFile(options.overlay, made.overlay);
      await writeFile(options.output, jsonOf(made.profile));
    });
    io.stdout.write(options.json ? jsonOf(profile) : inWords(profile, options));
    return 0;
  });
}

/** Compares the rig with its profile, and adds a line to its record. */
async function check(options: CalibrateOptions, path: string, software: Software, io: Io): Promise<number> {
  return explained(options, io, async (progress) => {
    await refuseOutputs([options.record, options.overlay]);
    const profile = wholeProfile(await readFile(path, 'utf8'));
    const fields = fieldsOfProfile(profile, options.fields);
    const writeOverlay = ({ overlay }: MadeProfile) => writeFile(options.overlay, overlay);
    const keep = async (result: ProfileCheck): Promise<void> => {
      const points = await addToRecord(options.record!, result);
      const lines = [...checkInWords(result, profile), `${options.record}: ${points} in the record`];
      progress.finish();
      io.stdout.write(options.json ? jsonOf(result) : `${lines.join('\n')}\n`);
    };
    try {
      const { profile: fresh } = await measure({ ...options, fields }, software, progress, writeOverlay);
      const result = checkOf(profile, fresh);
      await keep(result);
      return result.pass ? 0 : 1;
    } catch (cause) {
      const refused = await refusalOf(profile, options, cause);
      if (refused) await keep(refused);
      throw cause;
    }
  });
}

async function refusalOf(profile: Profile, { holograms }: CalibrateOptions, cause: unknown) {
  if (!(cause instanceof Problem)) return null;
  const frames: { input_sha256: string }[] = [];
  for (const path of holograms) {
    const { sha256: input_sha256 } = await receiveFile(path, 'hologram');
    frames.push({ input_sha256 });
  }
  return refusedCheck(profile, { ...frames[0]!, frames, created_at: new Date().toISOString() }, cause);
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @returns the exit code */
async function explained(
  options: CalibrateOptions,
  io: Io,
  act: (progress: ProgressLine) => Promise<number>,
): Promise<number> {
  const progress = progressLine(io, options.quiet);
  try {
    return await act(progress);
  } catch (error) {
    progress.finish();
    io.stderr.write(explainFailure('calibrate', error, words, 'used'));
    if (error instanceof Problem && error.picture) {
      await writeFile(options.overlay, error.picture);
      io.stderr.write(`${options.overlay}: where it was looked for\n`);
    }
    return 1;
  }
}

/** As the service does it, with kernels of this thread and files in place of the archive. */
async function measure(
  { fields, holograms, background: blank }: CalibrateOptions,
  software: Software,
  progress: ProgressLine,
  deliver: (made: MadeProfile) => Promise<void>,
): Promise<CalibrationOutcome> {
  const asked = parseCalibration(fields, []);
  const files: ReceivedFile[] = [];
  for (const path of holograms) files.push(await receiveFile(path, 'hologram'));
  const [hologram, ...further] = files as [ReceivedFile, ...ReceivedFile[]];
  const background = blank === undefined ? null : await receiveFile(blank, 'background');
  const created = new Date();
  const identity = { requester: 'local', profile_id: mintId('prof', created), created };
  const order = { hologram, further, background, asked, ...identity };
  const fit = async (job: CalibrationJob, { onProgress }: ComputeOptions) =>
    calibrateFrame(await loadKernels(), job, onProgress);
  const maker = { compute: { calibrate: fit }, software };
  const options = { signal: new AbortController().signal, onProgress: progress.report };
  return deliverProfile(maker, order, options, (made) => {
    progress.finish();
    return deliver(made);
  });
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
