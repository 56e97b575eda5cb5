import { answerTo } from '../api/ask.ts';

/** The files of a package, of which parts are read where they lie. */
export interface PackageFiles {
  readonly name: string;
  /** @param to the byte after the last @throws Error with a sentence for people; Cancelled */
  read(path: string, from?: number, to?: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Of a result at the service. @param apiKey null: a result without an account */
export function servedFiles(evidenceReportId: string, apiKey: string | null): PackageFiles {
  const place = `${apiKey === null ? '/public' : ''}/results/${encodeURIComponent(evidenceReportId)}/files`;
  return {
    name: evidenceReportId,
    async read(path, from = 0, to, signal) {
      const part =
        from === 0 && to === undefined ? {} : { range: `bytes=${from}-${to === undefined ? '' : to - 1}` };
      const answer = await answerTo(`${place}/${path}`, { apiKey, headers: part, signal });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return answer.status === 206 ? bytes : bytes.slice(from, to);
    },
  };
}

interface Place {
  readonly header: number;
  readonly bytes: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MOST_COMMENT = 65_535;
const LOCAL_HEADER_BYTES = 30;

/** Of a ZIP on this machine, which stays where it is. @throws Error with a sentence for people */
export async function zippedFiles(file: File): Promise<PackageFiles> {
  const part = async (from: number, to: number) =>
    new Uint8Array(await file.slice(Math.max(0, from), to).arrayBuffer());
  const places = await directory(file, part);
  return {
    name: file.name,
    async read(path, from = 0, to = Infinity) {
      const place = places.get(path);
      if (!place) throw new Error(`The package holds no ${path}: it is not that of a sequence.`);
      const head = view(await part(place.header, place.header + LOCAL_HEADER_BYTES));
      const start = place.header + LOCAL_HEADER_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
      return part(start + from, start + Math.min(to, place.bytes));
    },
  };
}

async function directory(
  { size }: File,
  part: (from: number, to: number) => Promise<Uint8Array>,
): Promise<Map<string, Place>> {
  const cut = new Error('This is no ZIP file, or it is cut short.');
  const tail = await part(size - MOST_COMMENT - END_BYTES - LOCATOR_BYTES, size);
  const tailView = view(tail);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tailView.getUint32(end, true) !== END) end--;
  if (end < 0) throw cut;
  let count = tailView.getUint16(end + 10, true);
  let bytes = tailView.getUint32(end + 12, true);
  let at = tailView.getUint32(end + 16, true);
  if (at === 0xffffffff || count === 0xffff) {
    const far = Number(tailView.getBigUint64(end - LOCATOR_BYTES + 8, true));
    const record = view(await part(far, far + 56));
    if (record.getUint32(0, true) !== END_64) throw cut;
    const long = (offset: number) => Number(record.getBigUint64(offset, true));
    [count, bytes, at] = [long(32), long(40), long(48)];
  }
  return entries(await part(at, at + bytes), count, cut);
}

function entries(bytes: Uint8Array, count: number, cut: Error): Map<string, Place> {
  const places = new Map<string, Place>();
  const v = view(bytes);
  for (let at = 0, k = 0; k < count; k++) {
    if (at + 46 > bytes.length || v.getUint32(at, true) !== ENTRY) throw cut;
    const short = (offset: number) => v.getUint16(at + offset, true);
    const [name, extra, comment] = [short(28), short(30), short(32)] as const;
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    let [size, header] = [v.getUint32(at + 24, true), v.getUint32(at + 42, true)];
    // what does not fit stands in the extra field of ZIP64, in this order
    let more = at + 46 + name + 4;
    const long = () => Number(v.getBigUint64((more += 8) - 8, true));
    if (size === 0xffffffff) size = long();
    if (v.getUint32(at + 20, true) === 0xffffffff) long();
    if (header === 0xffffffff) header = long();
    // what is packed can't be read in parts, and no package of a sequence is
    if (v.getUint16(at + 10, true) === 0) places.set(path, { header, bytes: size });
    at += 46 + name + extra + comment;
  }
  return places;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
