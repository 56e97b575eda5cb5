import { readFileSync } from 'node:fs';
import type { Schema } from './schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface WrittenOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** An operation with its references followed and what it leaves out filled in. */
export interface Operation extends Omit<WrittenOperation, 'responses'> {
  /** e.g. `GET /runs/{run_id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The document that is committed; a test compares it with the one that the service serves. */
export function readDocument(): OpenApi {
  return JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as OpenApi;
}

export function operationsOf({ paths, components }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, written]) => {
      const method = lower.toUpperCase();
      const responses = Object.fromEntries(
        Object.entries(written.responses).map(([status, answer]) => [
          status,
          '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1)!]! : answer,
        ]),
      );
      return { parameters: [], ...written, name: `${method} ${path}`, method, path, responses };
    }),
  );
}

/** Whether a request without a key is refused. */
export function needsKey({ security }: Pick<Operation, 'security'>): boolean {
  return (
    security !== undefined && security.length > 0 && !security.some((way) => Object.keys(way).length === 0)
  );
}

/** Every example of a body. */
export function examplesOf({ example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(({ value }) => value);
  return example === undefined ? named : [example, ...named];
}

/** The fields of a body that have a default, with that. */
export function defaultsOf({ schema }: Media): Readonly<Record<string, unknown>> {
  const declared = Object.entries(schema.properties ?? {}).filter(([, part]) => 'default' in part);
  return Object.fromEntries(declared.map(([name, part]) => [name, part.default]));
}
