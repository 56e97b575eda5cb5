import { appendFile, readFile } from 'node:fs/promises';
import type { ProfileCheck } from '../../services/calibration/check-profile.ts';
import type { Profile } from '../../services/calibration/profile.ts';
import { inDigitsOf, significant } from './profile-table.ts';

/** One more line of the record of a rig. @returns how many there are */
export async function addToRecord(path: string, check: ProfileCheck): Promise<number> {
  await appendFile(path, `${JSON.stringify(check)}\n`);
  const lines = await readFile(path, 'utf8');
  return lines.split('\n').filter((line) => line !== '').length;
}

const units: Readonly<Record<string, string>> = {
  pixel_pitch_um: ' µm',
  pixel_pitch_per_mm: ' µm/mm',
  shear_rad: ' rad',
  z_mm: ' mm',
};

export function checkInWords(
  { quantities, same_frame, due, refused, pass }: ProfileCheck,
  { valid_until }: Profile,
): string[] {
  if (refused) return ['fail: the frame was refused, and nothing was measured'];
  const rows = quantities.map(({ name, then, now, difference, expanded, e_n, agrees }) => {
    const unit = units[name] ?? '';
    const digits = (value: number) => inDigitsOf(value, expanded);
    const by = `${difference >= 0 ? '+' : '−'}${digits(Math.abs(difference))}`;
    return `  ${agrees ? 'same  ' : 'moved '} ${name}: ${digits(then)} → ${digits(now)}${unit}, ${by} of ±${significant(expanded, 2)} (E_n ${e_n.toFixed(2)})`;
  });
  return [
    pass ? 'pass: the rig is what the profile says' : 'fail: measure the rig anew',
    ...rows,
    ...(same_frame
      ? ['  a frame here is one that the profile was measured from, which tells nothing of the rig since']
      : []),
    ...(due ? [`  the profile was to be renewed by ${valid_until}`] : []),
    ...(quantities.length === 0 ? ['  nothing that both of them tell'] : []),
  ];
}
