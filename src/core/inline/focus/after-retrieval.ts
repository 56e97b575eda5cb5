import type { InlineFocus } from './autofocus-inline.ts';

/**
 * A distance that was found is doubted where no field in that plane explains the hologram: metrics look for what is sharp, and what
 * a clear ball gathers is sharp elsewhere.
 * @param misfit rms of what the retrieval there leaves, over the noise
 * @param most above this the hologram is not explained
 * @param open standard deviation of a distance that nothing settles, depths of field
 */
export function afterRetrieval(
  focus: InlineFocus | null,
  misfit: number,
  { most, open }: { readonly most: number; readonly open: number },
): InlineFocus | null {
  if (!focus || !(misfit > most)) return focus;
  const least = open * focus.depthOfField;
  const doubt = `the field retrieved at this distance leaves ${misfit.toFixed(1)} times the noise of the hologram unexplained`;
  return {
    ...focus,
    uncertainty: Math.max(focus.uncertainty, least),
    foci: focus.foci.map((one, k) =>
      k === 0 ? { ...one, uncertainty: Math.max(one.uncertainty, least) } : one,
    ),
    doubts: [...focus.doubts, doubt],
  };
}
