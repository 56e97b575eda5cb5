/** What {@link sharedForm} calls the memory that is imported. */
export const MODULE = 'env';
export const MEMORY = 'memory';

/** The same code with a memory that several instances may share. */
export interface SharedForm {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** of the memory, in pages of 64 KiB */
  readonly initial: number;
  readonly maximum: number;
}

const HEADER_BYTES = 8;
/** Sections by their numbers, and what they say of a memory. */
const [TYPES, IMPORTS, MEMORIES] = [1, 2, 5];
const [IS_MEMORY, SHARED_WITH_MOST] = [2, 3];
/** 4 GiB: what an address of 32 bits reaches. */
const MOST_PAGES = 65536;

/**
 * A compiled module that brings one memory of its own, as one that imports it to share it between threads: no instruction
 * is another one, so that all results are the same bits. (The binary format: WebAssembly core specification, chapter 5.)
 */
export function sharedForm(wasm: Uint8Array<ArrayBuffer>): SharedForm {
  const sections = sectionsOf(wasm);
  const memory = sections.find(({ id }) => id === MEMORIES);
  if (!memory || sections.some(({ id }) => id === IMPORTS))
    throw new Error('no module with a memory of its own');
  // one memory; whether it says how much it takes at most; how much it begins with
  const [, , initial] = [0, 1, 2].map(numbersFrom(memory.content)) as [number, number, number];
  const imported = [
    ...[1, ...named(MODULE), ...named(MEMORY)],
    ...[IS_MEMORY, SHARED_WITH_MOST, ...leb128(initial), ...leb128(MOST_PAGES)],
  ];
  const at = sections.findIndex(({ id }) => id === TYPES) + 1;
  const others = sections.filter((section) => section !== memory).map(({ whole }) => [...whole]);
  others.splice(at, 0, [IMPORTS, ...leb128(imported.length), ...imported]);
  const bytes = Uint8Array.from([...wasm.subarray(0, HEADER_BYTES), ...others.flat()]);
  return { bytes, initial, maximum: MOST_PAGES };
}

interface Section {
  readonly id: number;
  readonly content: Uint8Array;
  /** with its number and length */
  readonly whole: Uint8Array;
}

function sectionsOf(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  for (let at = HEADER_BYTES; at < wasm.length;) {
    const next = numbersFrom(wasm, at + 1);
    const length = next();
    const content = wasm.subarray(next.at(), next.at() + length);
    const end = content.byteOffset - wasm.byteOffset + length;
    sections.push({ id: wasm[at]!, content, whole: wasm.subarray(at, end) });
    at = end;
  }
  return sections;
}

/** Reads unsigned LEB128 numbers one after the other; `at()` is where the next one begins. */
function numbersFrom(bytes: Uint8Array, from = 0) {
  let at = from;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  return Object.assign(next, { at: () => at });
}

function leb128(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)];
}

function named(name: string): number[] {
  return [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];
}
