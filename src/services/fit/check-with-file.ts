import { checkWorkflowFit, type WorkflowFit } from '../../core/workflow-fit/check.ts';
import { parseWorkflowFit } from '../../core/workflow-fit/request.ts';
import { describeFile, type FileDescription } from '../../formats/decode/describe-file.ts';
import { statedDifferences, statedInWords, statedPitch } from '../../formats/decode/stated/compare-stated.ts';
import type { Difference, GivenRig } from '../../formats/decode/stated/compare-stated.ts';

export interface CheckedWithFile {
  readonly fit: WorkflowFit;
  readonly file: FileDescription | null;
  /** what its metadata say of the rig, in words */
  readonly stated: readonly string[];
  /** what was taken from the file's metadata, because it was not given */
  readonly taken: GivenRig;
  /** where they say something else than what was given */
  readonly differences: readonly Difference[];
}

/**
 * A fit check whose request is filled in with what a frame itself tells; what is given counts more.
 * @throws Problem INVALID_INPUT
 */
export async function checkWithFile(
  given: Readonly<Record<string, unknown>>,
  frame: { readonly name: string; readonly bytes: Uint8Array } | null,
): Promise<CheckedWithFile> {
  const file = frame && (await describeFile(frame.bytes, frame.name));
  if (!file)
    return { fit: checkWorkflowFit(parseWorkflowFit(given)), file, stated: [], taken: {}, differences: [] };
  const { refusal: _, stated, ...found } = file;
  const rig = rigOf(given);
  const [wavelength, pitch] = [stated.wavelength?.um, statedPitch(stated, rig)];
  const taken = {
    ...(given.wavelength_um === undefined && wavelength !== undefined && { wavelength_um: wavelength }),
    ...(given.pixel_pitch_um === undefined && pitch !== null && { pixel_pitch_um: pitch }),
  };
  const fit = checkWorkflowFit(parseWorkflowFit({ ...found, ...taken, ...given }));
  const differences = statedDifferences(stated, rig);
  return { fit, file, stated: statedInWords(stated), taken, differences };
}

/** What is given of the rig, as far as it is right in itself. */
function rigOf(given: Readonly<Record<string, unknown>>): GivenRig {
  const number = (name: string) => (typeof given[name] === 'number' ? { [name]: given[name] } : {});
  const basis = given.pixel_pitch_basis === 'object_space' ? 'object_space' : 'sensor';
  const [wavelength, pitch] = [number('wavelength_um'), number('pixel_pitch_um')];
  return { ...wavelength, ...pitch, ...number('magnification'), pixel_pitch_basis: basis };
}
