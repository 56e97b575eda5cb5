import { readFile } from 'node:fs/promises';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import type { SequenceMaker, ShardStore } from '../../services/sequence/sequence-maker.ts';
import {
  omeTiffBytes,
  behindShards,
  placeIn,
  type ReadShard,
} from '../../services/sequence/package-bytes.ts';
import { signerOf } from '../../services/signing/ed25519.ts';
import { rigFrom } from '../read-rig.ts';
import { explainFailure } from '../explain-failure.ts';
import { optionWords } from '../option-words.ts';
import { throughFolder } from '../shard-folder.ts';
import { shorterOptions } from './reconstruct-options.ts';
import type { MakingOptions } from './sequence-options.ts';

const words = optionWords(shorterOptions);

/** The threads that do the work, until `close`. */
export interface SequenceThreads extends SequenceMaker {
  close(): Promise<void>;
}

/** @param threads null: as many as there are cores @param signingKey PEM; null: packages are not signed */
export type OpenThreads = (threads: number | null, signingKey: string | null) => SequenceThreads;

/** @throws Error where it is none */
export async function readSigningKey({ signingKey }: MakingOptions): Promise<string | null> {
  if (signingKey === undefined) return null;
  const pem = await readFile(signingKey, 'utf8');
  try {
    signerOf(pem);
  } catch (cause) {
    throw new Error(`${signingKey} is no private Ed25519 key in PEM (${(cause as Error).message})`, {
      cause,
    });
  }
  return pem;
}

/** What the profile says that is asked for; null: none is. @throws Problem; what reading throws */
export async function rigOfOptions({ calibration, origin }: MakingOptions): Promise<CalibratedRig | null> {
  return calibration === undefined ? null : rigFrom(calibration, origin);
}

/** Writes the package that `make` makes, and what is asked for beside it. */
export async function writePackage(
  { output, alsoOmeTiff }: MakingOptions,
  make: (store: ShardStore) => Promise<SequencePackage>,
): Promise<SequencePackage> {
  let made: SequencePackage | null = null;
  await throughFolder(output, async (store) => {
    const result = (made = await make(store));
    const read: ReadShard = (part, shard) => {
      const { offset, length } = placeIn(result.shards[shard]!, part, result.image.layout);
      return store.read(shard, offset, length);
    };
    const tiff = { path: omeTiffBeside(output), bytes: omeTiffBytes(result, read) };
    return { rest: behindShards(result), also: alsoOmeTiff ? [tiff] : [] };
  });
  return made!;
}

/** cells.zip and cells.phase.ome.tif */
function omeTiffBeside(output: string): string {
  return `${output.replace(/\.zip$/i, '')}.phase.ome.tif`;
}

/** What was made, for a program. */
export function summaryForPrograms(
  output: string,
  { evidence, bytes }: SequencePackage,
): Record<string, unknown> {
  const { sequence, evidence_report_id, quality, uncertainty } = evidence;
  const { median_phase_sigma_rad } = uncertainty;
  const made = { path: output, bytes, evidence_report_id, ...sequence, median_phase_sigma_rad };
  return { ...made, flags: quality.flags };
}

/** The same for people. */
export function summaryForPeople(output: string, { evidence, bytes }: SequencePackage): string {
  const { sequence, quality }: EvidenceReport = evidence;
  const { frames, marked } = sequence!;
  const left = marked > 0 ? `, ${marked} of them marked` : '';
  const lines = [`${output}: ${frames} frames${left}, ${(bytes / 1e6).toFixed(1)} MB`];
  for (const { code, level, detail } of quality.flags)
    lines.push(`${level.replace('_', ' ')}: ${words.message(detail)} (${code})`);
  return `${lines.join('\n')}\n`;
}

/** @param command whose words they are */
export function explainMaking(command: string, error: unknown): string {
  return explainFailure(command, error, words);
}
