import type { Case } from './cases.ts';
import { defaultsOf, type Media, type Operation } from './document.ts';
import type { Schema } from './schema.ts';
import { multipart, MULTIPART, type Part, type Sent } from './send.ts';
import { refuses, valuesFor } from './values.ts';
import { calibrationFields, emptyFrame } from './target-upload.ts';
import { smallFields, smallHologram, smallUpload, textParts } from './world.ts';

/** Values that say nothing new where every request costs an upload. */
const SKIPPED = 4;

/** Multipart bodies whose parts are, one at a time, missing, unknown, doubled, or something odd. */
export function multipartCases(
  { path }: Operation,
  valid: Sent,
  media: Media,
  schemas: Readonly<Record<string, Schema>>,
): Case[] {
  const { schema } = media;
  const calibrates = path === '/calibration/calibrate';
  const given = calibrates ? calibrationFields : smallFields;
  const value = calibrates ? emptyFrame() : smallHologram();
  const hologram: Part = { name: 'hologram', value, filename: 'small.npy' };
  const of = (what: string, parts: readonly Part[], expected?: readonly number[]): Case => ({
    what,
    sent: { ...valid, body: multipart(parts) },
    ...(expected ? { expected } : {}),
  });
  const withField = (name: string, text: string, expected?: readonly number[]) =>
    of(`with ${name}=${text.slice(0, 40)}`, [...textParts({ ...given, [name]: text }), hologram], expected);
  const properties = Object.entries(schema.properties ?? {});
  // both operations take the same parts: each gets some of the values
  const offset = path.startsWith('/public/') ? 0 : 1;
  const fields = properties.flatMap(([name, part]) =>
    part.format === 'binary'
      ? [withField(name, 'text', [422])]
      : textsFor(part)
          .filter((_, i) => i % SKIPPED === offset)
          .map(({ text, read }): Case =>
            refuses(part, read, schemas)
              ? withField(name, text, [422])
              : { ...withField(name, text), dear: true },
          ),
  );
  const all = textParts(given);
  const withDefaults = (mode: string): Case => {
    const parts = textParts({ ...given, ...asTexts(defaultsOf(media)), holography_mode: mode });
    return of(`with every default as it is declared, ${mode}`, [...parts, hologram], [200]);
  };
  return [
    ...fields,
    // a calibration that succeeds takes seconds: the one with everything right has them
    ...(calibrates ? [] : ['off-axis', 'inline'].map(withDefaults)),
    ...(schema.required ?? []).map((name) =>
      of(
        `without ${name}`,
        [...all, hologram].filter((part) => part.name !== name),
        [422],
      ),
    ),
    of('with an unknown field', [...all, { name: 'unknown', value: '1' }, hologram], [422]),
    of('with a field twice', [...all, all[0]!, hologram], [422]),
    of('with two holograms', [...all, hologram, hologram], [422]),
    of('with a field that is a file', [...all.slice(1), { ...all[0]!, filename: 'x' }, hologram], [422]),
    of('with 100 fields', [...all, ...many(100), hologram], [422]),
    of('with an empty hologram', [...all, { ...hologram, value: '' }], [422]),
    of('with half a hologram', [...all, { ...hologram, value: smallHologram().slice(0, 900) }], [422]),
    of('with text for a hologram', [...all, { ...hologram, value: 'hologram' }], [422]),
    of(
      'with a background of its own size',
      [...all, hologram, { ...hologram, name: 'background' }],
      [200, 422],
    ),
    of('with a large hologram', [...all, { ...hologram, value: new Uint8Array(1_500_000) }], [413]),
    ...unreadable(valid),
  ];
}

/** As the parts of a form. */
export function asTexts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

interface Text {
  readonly text: string;
  /** what it stands for */
  readonly read: unknown;
}

function textsFor(schema: Schema): Text[] {
  return valuesFor(schema).flatMap((value) => {
    if (typeof value === 'object') return [];
    const text = String(value).toWellFormed();
    return [{ text, read: schema.type === 'number' ? Number(text) : text }];
  });
}

const many = (count: number): Part[] =>
  Array.from({ length: count }, (_, i) => ({ name: `f${i}`, value: 'x' }));

function unreadable(valid: Sent): Case[] {
  const whole = smallUpload();
  const of = (
    what: string,
    body: string | Uint8Array,
    expected: readonly number[],
    type = MULTIPART,
  ): Case => ({
    what,
    sent: { ...valid, body, headers: { ...valid.headers, 'content-type': type } },
    expected,
  });
  return [
    of('cut short', whole.slice(0, -1000), [400]),
    of('with an empty body', '', [400]),
    of('with no parts', '--between--\r\n', [400]),
    of('with something else', 'x'.repeat(1000), [400]),
    of('without a boundary', whole, [400, 415], 'multipart/form-data'),
    of('with another boundary', whole, [400], 'multipart/form-data; boundary=other'),
    of('as JSON', '{}', [415], 'application/json'),
    of('as nothing', '', [415], ''),
    of('as a form', 'holography_mode=inline', [415], 'application/x-www-form-urlencoded'),
    of('as binary data', whole, [415], 'application/octet-stream'),
  ];
}
