/*
 * A PDF of one page with pictures, lines and text in the fonts that every reader has: as much of ISO 32000-1 as a figure
 * takes.
 */

export interface PdfImage {
  readonly width: number;
  readonly height: number;
  /** three bytes a pixel, row by row */
  readonly rgb: Uint8Array<ArrayBuffer>;
}

export interface PdfPage {
  /** pt */
  readonly width: number;
  readonly height: number;
  /** operators of the page, in ASCII */
  readonly content: string;
  readonly images: Readonly<Record<string, PdfImage>>;
  readonly title: string;
  readonly subject: string;
}

const LATIN = '/Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont';
const FONTS = `/F1 << ${LATIN} /Helvetica >> /F2 << ${LATIN} /Helvetica-Bold >> /F3 << /Type /Font /Subtype /Type1 /BaseFont /Symbol >>`;

type Bytes = Uint8Array<ArrayBuffer>;

export async function writePdf({ width, height, content, images, title, subject }: PdfPage): Promise<Bytes> {
  const pictures = Object.entries(images);
  // after catalogue, pages, page, content and what the document is
  const first = 6;
  const named = pictures.map(([name], i) => `/${name} ${first + i} 0 R`).join(' ');
  const size = [width, height].map((side) => Number(side.toFixed(3))).join(' ');
  const objects: readonly (readonly Bytes[])[] = [
    [ascii('<< /Type /Catalog /Pages 2 0 R >>')],
    [ascii('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
    [
      ascii(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents 4 0 R ` +
          `/Resources << /Font << ${FONTS} >> /XObject << ${named} >> >> >>`,
      ),
    ],
    await stream('', ascii(content)),
    [ascii(`<< /Title ${unicode(title)} /Subject ${unicode(subject)} /Creator (Leith) >>`)],
    ...(await Promise.all(pictures.map(([, image]) => imageObject(image)))),
  ];
  return assembled(objects);
}

function imageObject({ width, height, rgb }: PdfImage): Promise<Bytes[]> {
  const kind = '/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 /Interpolate false';
  return stream(`${kind} /Width ${width} /Height ${height}`, rgb);
}

async function stream(entries: string, bytes: Bytes): Promise<Bytes[]> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return [ascii(head), packed, ascii('\nendstream')];
}

/** Objects from number 1 on, and the table by which a reader finds them. */
function assembled(objects: readonly (readonly Bytes[])[]): Bytes {
  // bytes above 127 in the second line tell programs that the file is no text
  const parts: Bytes[] = [new Uint8Array([...ascii('%PDF-1.4\n%'), 0xc3, 0xa9, 0xc3, 0xa9, 0x0a])];
  let at = parts[0]!.length;
  const places = objects.map((object, i) => {
    const place = at;
    for (const part of [ascii(`${i + 1} 0 obj\n`), ...object, ascii('\nendobj\n')]) {
      parts.push(part);
      at += part.length;
    }
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    ascii(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}

function ascii(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** UTF-16 with its mark, in hexadecimal. */
function unicode(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  return `<feff${units.join('')}>`;
}
