import { expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import { parseCalibration } from './parse-calibration.ts';

const fields = {
  ...{ target_id: 'usaf-1951', holography_mode: 'inline', wavelength_um: '0.6328' },
  ...{ pixel_pitch_um: '3.45', z_mm: '2' },
};

function pointersOf(more: object): string[] {
  try {
    parseCalibration({ ...fields, ...more }, []);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.map(({ pointer }) => pointer);
  }
}

it('takes what is known of one’s own part and of the light', () => {
  const said = { part_tolerance: '0.001', certificate: ' NIST 7 ', wavelength_tolerance_nm: '0.5' };
  const { certificate, wavelength_tolerance_nm } = parseCalibration({ ...fields, ...said }, []);
  expect(certificate).toEqual({ part_tolerance: 0.001, number: 'NIST 7' });
  expect(wavelength_tolerance_nm).toBe(0.5);
  const unsaid = parseCalibration(fields, []);
  expect([unsaid.certificate, unsaid.wavelength_tolerance_nm]).toEqual([null, null]);
});

it('takes a lattice as its owner describes it, and a tolerance as its certificate states it', () => {
  const own = { target_id: 'own-dots', feature_size_um: '20', part_tolerance: '0.0004', certificate_k: '2' };
  const { target, certificate } = parseCalibration({ ...fields, ...own }, []);
  expect(target.model(certificate!).lattices[0]!.a.x_um).toBe(20);
  expect(certificate).toEqual({ feature_size_um: 20, part_tolerance: 0.0004, k: 2 });
});

it('takes the tolerances of the maker that is named', () => {
  const of = (maker?: string) => {
    const { target, certificate } = parseCalibration({ ...fields, maker }, []);
    return target.model(certificate ?? undefined).tolerance.position_um;
  };
  expect([of(), of('lbtek'), of('thorlabs')]).toEqual([1, 1, null]);
});

it.each([
  [{ part_tolerance: '0.6' }, '/part_tolerance'],
  [{ part_tolerance: '0.01', feature_tolerance_um: '0.1' }, '/part_tolerance'],
  [{ wavelength_tolerance_nm: '-1' }, '/wavelength_tolerance_nm'],
  [{ certificate: ' ' }, '/certificate'],
  [{ sample_type: 'reflection' }, '/sample_type'],
  [{ target_id: 'own-dots' }, '/feature_size_um'],
  [{ target_id: 'own-dots', feature_size_um: '6000' }, '/feature_size_um'],
  [{ certificate_k: '2' }, '/certificate_k'],
  [{ maker: 'zeiss' }, '/maker'],
  [{ target_id: 'own-dots', feature_size_um: '20', maker: 'lbtek' }, '/maker'],
  [{ repeatability: '0.2' }, '/repeatability'],
])('refuses %j', (more, pointer) => {
  expect(pointersOf(more)).toEqual([pointer]);
});
