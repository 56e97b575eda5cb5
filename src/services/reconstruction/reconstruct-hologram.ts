import type { FieldError } from '../../core/problem.ts';
import { parseRecipe } from '../../core/recipe.ts';
import type { PackageContext } from '../../formats/package/package-context.ts';
import { mintId } from '../mint-id.ts';
import type { Compute, RunOptions } from '../ports/compute.ts';
import type { ArchivedPackage, PackageArchive } from '../ports/package-archive.ts';
import type { ReceivedFile } from './received-file.ts';
import { summarise, type Summary } from './summary.ts';

export interface ReconstructionServices {
  readonly compute: Compute;
  readonly archive: PackageArchive;
  readonly software: PackageContext['software'];
  readonly now: () => Date;
}

export interface ReconstructionInput {
  readonly hologram: ReceivedFile | undefined;
  readonly background: ReceivedFile | undefined;
  /** the recipe's fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** what receiving the files and fields has found wrong with them */
  readonly errors: readonly FieldError[];
  /** account id or `public` */
  readonly requester: string;
}

export interface ReconstructionOutcome {
  readonly entry: ArchivedPackage;
  /** the package, in order */
  readonly zip: readonly Uint8Array[];
  readonly summary: Summary;
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
}

/** One hologram to one archived package. Nothing is kept of a request that is refused or that fails. */
export async function reconstructHologram(
  services: ReconstructionServices,
  input: ReconstructionInput,
  options: RunOptions,
): Promise<ReconstructionOutcome> {
  const missing = input.hologram ? [] : [{ pointer: '/hologram', message: 'is missing: send it as a file' }];
  const reported = input.errors.some(({ pointer }) => pointer === '/hologram');
  const recipe = parseRecipe(input.fields, { otherErrors: [...(reported ? [] : missing), ...input.errors] });
  const created = services.now();
  const identity = {
    evidence_report_id: mintId('evr', created),
    archive_id: mintId('arc', created),
    created_at: created.toISOString(),
    requester: input.requester,
    software: services.software,
    requested: input.fields,
  };
  const input_sha256 = input.hologram!.sha256;
  const request = { hologram: input.hologram!, background: input.background ?? null, recipe, identity };
  const result = await services.compute.run(request, options);
  options.signal.throwIfAborted();

  const { evidence_report_id, archive_id, created_at, requester } = identity;
  const { sha256, bytes } = result;
  const entry = { evidence_report_id, archive_id, created_at, requester, input_sha256, sha256, bytes };
  const began = performance.now();
  await services.archive.store(entry, result.chunks);
  const stages = { ...result.stages, archive: performance.now() - began };
  return { entry, zip: result.chunks, summary: summarise(result.evidence), stages };
}
