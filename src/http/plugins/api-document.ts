import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { HttpOptions } from '../service/services.ts';
import { publicHeaders, publicText, sendPublic, type PublicText } from '../exchange/send-public.ts';
import { API_DOCUMENT_STYLE } from './api-document-style.ts';
import { completeDocument } from './complete-document.ts';
import { withoutNullDefaults } from './without-null-defaults.ts';

const theme = {
  title: 'Leith API',
  css: [{ filename: 'leith.css', content: API_DOCUMENT_STYLE }],
};

interface JsonSchema {
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  prefixItems?: readonly unknown[];
  items?: unknown;
  minItems?: number;
  maxItems?: number;
}

/** What every whole number or time has is not worth saying. */
const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // 300 characters that say what the format says
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    listOfOneKind(jsonSchema);
  },
};

/** A tuple as an array of one type and a fixed length: what generators of clients understand. */
function listOfOneKind(schema: JsonSchema): void {
  const { prefixItems = [] } = schema;
  if (new Set(prefixItems.map((item) => JSON.stringify(item))).size !== 1) return;
  delete schema.prefixItems;
  Object.assign(schema, {
    items: prefixItems[0],
    minItems: prefixItems.length,
    maxItems: prefixItems.length,
  });
}

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });
const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig });

const documentSchema = {
  operationId: 'getApiDocument',
  summary: 'This document',
  tags: ['operation'],
  response: {
    200: {
      description: 'OpenAPI 3.1',
      headers: publicHeaders,
      content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
    },
    304: z.undefined().describe('it is what If-None-Match names'),
  },
};

interface DocumentedResponse {
  readonly headers?: object;
}

/** GET /openapi.json and /docs. Registered before the routes it describes. */
export async function apiDocument(
  app: FastifyInstance,
  version: string,
  { baseUrl }: HttpOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Leith',
        version,
        description:
          'Digital holograms in; phase, amplitude and their uncertainty out, with the evidence of how they came about. ' +
          'For research use only.\n\n' +
          'JSON is UTF-8; names carry their units (`_um`, `_mm`, `_rad`, …); times are RFC 3339 in UTC. A field that is ' +
          'not known is refused. Every refusal is an RFC 9457 problem document whose `type` is a page that says how to ' +
          'fix it; a browser that opens an address gets it as a page. Any other address answers 404, any other method ' +
          '405 with `Allow`. Where there is GET there is HEAD, but for events: it answers as GET for the whole does, without the body; it is an operation of its own below where one asks by it before fetching a file. 429 and 503 say in `Retry-After` when to ' +
          'come back. `/` is a form for people, `/docs` this document to read.',
      },
      servers: [{ url: baseUrl || '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key, from POST /users/signup' },
        },
      },
      tags: [
        { name: 'reconstruction', description: 'Holograms to results' },
        { name: 'accounts', description: 'Accounts, their keys and settings' },
        { name: 'sequences', description: 'Many frames of one rig, reconstructed as one' },
        { name: 'runs', description: 'Reconstructions that were accepted to be done later' },
        { name: 'results', description: 'Results that exist' },
        { name: 'archive', description: 'What is stored, who touched it, and how to delete it' },
        { name: 'log', description: 'The archive’s log as a tree that can’t be rewritten unnoticed' },
        { name: 'calibration', description: 'What a rig really is, measured with an object of known size' },
        { name: 'fit', description: 'Would the service take such data?' },
        { name: 'problems', description: 'What can go wrong, explained' },
        { name: 'operation', description: 'For those who run the service' },
      ],
    },
    transform: (document) => {
      const transformed = toJsonSchema(document);
      keepHeaders(document.schema?.response, transformed.schema?.response);
      return withPathNamed(transformed);
    },
    transformObject: (document) =>
      withoutNullDefaults(completeDocument(withoutUnused(withComponents(document)))),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list' },
    staticCSP: false,
    theme,
  });
  let text: PublicText | undefined;
  app.get('/openapi.json', { schema: documentSchema }, async (request, reply) => {
    text ??= publicText('application/json', JSON.stringify(app.swagger()));
    return sendPublic(request, reply, text);
  });
}

/** The transform knows bodies only; documented headers are carried over by hand. */
function keepHeaders(from: unknown, to: unknown): void {
  const documented = (from ?? {}) as Record<string, DocumentedResponse>;
  for (const [status, response] of Object.entries((to ?? {}) as Record<string, object>)) {
    const headers = documented[status]?.headers;
    if (headers) Object.assign(response, { headers });
  }
}

/** An address may go on over several steps: `*` to the router, to the document the parameter `path`. */
function withPathNamed<T extends { readonly schema: unknown; readonly url: string }>(transformed: T): T {
  const { schema, url } = transformed;
  if (!url.endsWith('/*')) return transformed;
  const named = JSON.parse(JSON.stringify(schema).replaceAll('"*"', '"path"')) as T['schema'];
  return { ...transformed, schema: named, url: `${url.slice(0, -1)}:path` };
}

/** Each named schema comes once for requests and once for answers; those that nothing refers to are left out. */
function withoutUnused(document: ReturnType<typeof withComponents>): typeof document {
  const { schemas = {} } =
    (document as { components?: { schemas?: Record<string, unknown> } }).components ?? {};
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  // what only they referred to is left out next
  return unused.length > 0 ? withoutUnused(document) : document;
}
