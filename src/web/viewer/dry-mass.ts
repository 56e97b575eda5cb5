/**
 * pg of dry matter in a region, from the optical path that it adds: the refractive index of a solution grows by 0.19 µm³/pg
 * of protein, within some 5 % for what cells are made of (Barer, doi:10.1038/169366b0).
 */
export const SPECIFIC_INCREMENT_UM3_PER_PG = 0.19;

/** @param nmPerRad optical path of a radian @param areaUm2 of the region, on the sample */
export function dryMassPg(meanRad: number, nmPerRad: number, areaUm2: number): number {
  return (meanRad * nmPerRad * areaUm2) / 1000 / SPECIFIC_INCREMENT_UM3_PER_PG;
}

/** µm³ below a height in nm. */
export function volumeUm3(meanNm: number, areaUm2: number): number {
  return (meanNm * areaUm2) / 1000;
}
