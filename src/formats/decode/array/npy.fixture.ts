/** A NumPy array file with the header text as given, so that it can lie. */
export function buildNpy(dictionary: string, data: Uint8Array): Uint8Array {
  const text = `${dictionary.padEnd(117)}\n`;
  const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, text.length & 255, text.length >> 8]);
  return new Uint8Array(Buffer.concat([start, Buffer.from(text, 'latin1'), data]));
}

export function npyDictionary(descr: string, shape: string, fortranOrder = false): string {
  return `{'descr': '${descr}', 'fortran_order': ${fortranOrder ? 'True' : 'False'}, 'shape': ${shape}, }`;
}
