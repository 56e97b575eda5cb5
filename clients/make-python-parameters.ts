/**
 * Turns the parameters of a reconstruction in openapi.json into a Python type: `node make-python-parameters.ts` writes
 * it to python/src/leith/parameters.py.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

interface OpenApi {
  readonly paths: {
    readonly '/reconstruct_pdhm': {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'multipart/form-data': {
              readonly schema: {
                readonly properties: Readonly<Record<string, Schema>>;
                readonly required: readonly string[];
              };
            };
          };
        };
      };
    };
  };
}

const HEAD = `"""The parameters of a reconstruction that have a default. Made from openapi.json: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

#: As the API writes it, or a list, or a list of lists.
Listed: TypeAlias = "str | Sequence[str] | Sequence[float] | Sequence[Sequence[float]]"


class Parameters(TypedDict, total=False):
    """What may be said of a hologram beside its mode, wavelength and pixel pitch."""
`;

/** The module for a document. */
export function parametersOf({ paths }: OpenApi): string {
  const { content } = paths['/reconstruct_pdhm'].post.requestBody;
  const { properties, required } = content['multipart/form-data'].schema;
  const optional = Object.entries(properties).filter(
    ([name, { format }]) => !required.includes(name) && format !== 'binary',
  );
  const members = optional.map(
    ([name, schema]) => `    ${name}: ${typeOf(schema)}\n    """${sentence(schema.description ?? '')}"""\n`,
  );
  return `${HEAD}\n${members.join('\n')}`;
}

function typeOf(schema: Schema): string {
  if (schema.enum) return `Literal[${schema.enum.map((value) => `"${value}"`).join(', ')}]`;
  switch (schema.type) {
    case 'number':
      return 'float';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    default:
      return 'Listed';
  }
}

const sentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** What parameters.py holds when it is current. */
export function currentParameters(): string {
  const document = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  return parametersOf(JSON.parse(document) as OpenApi);
}

if (import.meta.main)
  writeFileSync(new URL('python/src/leith/parameters.py', import.meta.url), currentParameters());
