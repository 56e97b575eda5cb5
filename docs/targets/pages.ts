import { targets } from '../../src/core/targets/catalogue.ts';
import type { RigQuantity } from '../../src/core/targets/target-model.ts';
import type { Target } from '../../src/core/targets/target.ts';
import { drawTarget } from '../../src/formats/drawing/draw-target.ts';

const quantityText: Readonly<Record<RigQuantity, string>> = {
  scale: 'pixel pitch',
  rotation: 'rotation',
  anisotropy: 'different pitch in x and y',
  shear: 'shear',
  distance: 'distance',
  aberration: 'phase aberration (off-axis)',
  phase_scale: 'phase scale (off-axis)',
};

/** Every file of this folder that is made: its name and its text. */
export function targetPages(): Map<string, string> {
  const files = targets.flatMap((target): [string, string][] => [
    [`${target.entry.target_id}.md`, pageOf(target)],
    [`${target.entry.target_id}.svg`, drawTarget(target)],
  ]);
  return new Map([['README.md', overview()], ...files]);
}

function overview(): string {
  const rows = targets.map((target) => {
    const { target_id, display_name, applicable_modes } = target.entry;
    return `| [${target_id}](${target_id}.md) | ${display_name} | ${applicable_modes.join(', ')} | ${viewOf(target)} |`;
  });
  return `# Calibration targets

Objects that people can buy, each with a model of its geometry in \`src/core/targets\`. \`GET /calibration/targets\` and \`leith targets\` list the same; \`leith simulate --target <target_id>\` makes a hologram of one whose truth is known. These pages and their drawings are made from the models: \`node docs/targets/make.ts\`.

| target | what it is | modes | view |
|---|---|---|---|
${rows.join('\n')}

The view is the shorter side of what the camera sees, measured on the target. Prices are estimates for budgeting. A stated size belongs to a lot: where your part has a certificate, give its value and tolerance.

## In a simulation

\`leith simulate --target\` paints the model: each pixel takes the exact share of its area that a feature covers, so edges lie where the model has them; only the height of a ball is sampled, at 8 × 8 points a pixel. The target's origin, the middle of its drawing or of its finest part, lies in the middle of the frame plus the shift; a rotation turns +x towards +y, clockwise as seen; then anisotropy a and shear s act along the frame's axes, x' = √a · x + s · y, y' = y / √a. A target goes on beyond the frame: up to 256 pixels or a quarter of the shorter side are computed around it, as far as light and the pupil’s ringing can reach the sensor from there.

\`--truth\` has \`target_id\` (ASCII codes), \`target_feature_size_um\`, \`target_placement\` (rotation in degrees, shift x and y in µm, anisotropy, shear), \`target_to_px\` (for each copy a 2 × 3 map from µm on the target to pixel coordinates that count centres), and what lies in the frame in µm on the target: \`target_corners_um\` (area, x, y) and \`target_circles_um\` (area, x, y, radius). Lines without ends are cut beyond the frame.

## What is not listed

Parts of which too little is published to build a model that a fit could trust: sector stars, the combined target R1L1S1P, quantitative phase targets, resolution chips on membranes, stage micrometers without a stated division. Polystyrene beads (\`bead-8um\`, \`bead-4um\`) and stripped fibres (\`fibre-125um\`) were listed and are no longer: a fit takes a target for thin, and light that is bent in a ball or a cylinder of glass is wrong in it by more than it states, at the apertures that show a bead. \`leith simulate\` draws them as thin objects still. The step grating TGXYZ03 with 500 nm: a step of more than a quarter of the wavelength can't be told from one that is half a wavelength lower.

## Adding one

A file in \`src/core/targets\` that exports a \`Target\`: its entry, its model as areas and lattices in µm, what of it is assumed. A line in \`catalogue.ts\`. Then \`node docs/targets/make.ts\`.
`;
}

function pageOf(target: Target): string {
  const { entry, sizeIs, hints, assumed } = target;
  const model = target.model();
  const tolerance =
    entry.feature_tolerance_um === undefined ? 'no tolerance known' : `± ${entry.feature_tolerance_um} µm`;
  const links = [entry.buy_url, entry.backup_buy_url].map((url) => `<${url}>`);
  const [low, high] = entry.price_usd_range;
  return `# ${entry.display_name}

![Drawing of ${entry.target_id}](${entry.target_id}.svg)

${entry.geometry_summary}

- **Name in requests:** \`${entry.target_id}\`
- **Modes:** ${entry.applicable_modes.join(', ')}
- **Size:** ${entry.feature_size_um} µm, ${tolerance}: ${sizeIs}
- **View:** ${viewOf(target)}
- **Tells:** ${model.determines.map((quantity) => quantityText[quantity]).join(', ')}
- **Where:** ${links.join(', ')}, about ${low} to ${high} US dollars (an estimate; check with the vendor)

## How to use it

${list(hints)}

## What the model assumes

${list(assumed)}
`;
}

function viewOf(target: Target): string {
  const { min, max } = target.model().field_um;
  return `${min / 1000} to ${max / 1000} mm`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item[0]!.toUpperCase()}${item.slice(1)}`).join('\n');
}
