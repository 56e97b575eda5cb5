import type { Case } from './cases.ts';
import { defaultsOf, examplesOf, type Media } from './document.ts';
import type { Schema } from './schema.ts';
import type { Sent } from './send.ts';
import { anyBodies, refuses, valuesFor } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Bodies whose fields are, one at a time, missing, unknown, or something odd; and bodies that aren't JSON at all. */
export function jsonCases(
  valid: Sent,
  media: Media,
  schemas: Readonly<Record<string, Schema>>,
  required: boolean,
): Case[] {
  const { schema } = media;
  const defaults = defaultsOf(media);
  const [example] = examplesOf(media) as Fields[];
  const judged = (what: string, body: unknown): Case => ({
    what,
    sent: { ...valid, body: JSON.stringify(body) },
    ...(refuses(schema, body, schemas) ? { expected: [422] } : {}),
  });
  return [
    ...examplesOf(media).map((body) => judged('with an example', body)),
    ...(Object.keys(defaults).length > 0
      ? [
          {
            ...judged('with every default as it is declared', { ...defaults, ...example }),
            expected: [200, 201],
          },
        ]
      : []),
    ...Object.keys(schema.properties ?? {}).map((name) => judged(`without ${name}`, without(example!, name))),
    judged('with an unknown field', { ...example, unknown: 1 }),
    ...fieldCases(schema).map(({ what, fields }) => judged(what, { ...example, ...fields })),
    ...anyBodies().map((body) => judged(`with ${JSON.stringify(body).slice(0, 40)}`, body)),
    ...unreadable(valid, required),
    ...otherTypes(valid),
  ];
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

function fieldCases({ properties = {} }: Schema): { readonly what: string; readonly fields: Fields }[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...valuesFor(schema).map((value) => ({
      what: `with ${name} = ${JSON.stringify(value).slice(0, 40)}`,
      fields: { [name]: value },
    })),
    ...fieldCases(schema).map(({ what, fields }) => ({
      what: `${what} in ${name}`,
      fields: { [name]: fields },
    })),
  ]);
}

/** Bodies that no parser of JSON takes. */
function unreadable(valid: Sent, required: boolean): Case[] {
  const text = String(valid.body);
  const broken = [
    text.slice(0, -1),
    `${text}}`,
    '{',
    "{'a': 1}",
    '{"a": NaN}',
    '[1,]',
    'x',
    '\ufeff{',
    '\u0000',
  ];
  const cases = broken.map((body) => ({
    what: `with the body ${body.slice(0, 40)}`,
    sent: { ...valid, body },
    expected: [400],
  }));
  const notUtf8 = {
    what: 'with bytes that are not UTF-8',
    sent: { ...valid, body: Buffer.from([0x22, 0xff, 0x22]) },
  };
  const deep = { what: 'with 5000 brackets', sent: { ...valid, body: '['.repeat(5000) + ']'.repeat(5000) } };
  const empty = { what: 'with an empty body', sent: { ...valid, body: '' }, expected: [400] };
  const large = {
    what: 'with 2 MB',
    sent: { ...valid, body: `"${'x'.repeat(2_000_000)}"` },
    expected: [413],
  };
  const bare = {
    what: 'with nothing',
    sent: { ...valid, body: '', headers: withoutType(valid) },
    expected: required ? [400, 415, 422] : [200, 201],
  };
  return [...cases, bare, notUtf8, deep, empty, large];
}

function withoutType({ headers = {} }: Sent): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'));
}

/** JSON that says it is something else. */
function otherTypes(valid: Sent): Case[] {
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'json',
    '',
  ];
  const accepted = ['application/json; charset=utf-8', 'APPLICATION/JSON'];
  const of = (type: string) => ({
    what: `with the content type ${type}`,
    sent: { ...valid, headers: { ...valid.headers, 'content-type': type } },
  });
  return [...types.map((type) => ({ ...of(type), expected: [415] })), ...accepted.map(of)];
}
