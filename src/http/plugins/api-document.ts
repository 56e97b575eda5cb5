import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { HttpOptions } from '../services.ts';

const theme = {
  title: 'Leith API',
  // its bar shows another project's name
  css: [{ filename: 'leith.css', content: '.swagger-ui .topbar { display: none }' }],
};

/** What every whole number has is not worth saying. */
const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};
const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });
const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig });

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
          'For research use only.',
      },
      servers: [{ url: baseUrl || '/' }],
      tags: [
        { name: 'reconstruction', description: 'Holograms to results' },
        { name: 'results', description: 'Results that exist' },
        { name: 'problems', description: 'What can go wrong, explained' },
        { name: 'operation', description: 'For those who run the service' },
      ],
    },
    transform: (document) => {
      const transformed = toJsonSchema(document);
      keepHeaders(document.schema?.response, transformed.schema?.response);
      return transformed;
    },
    transformObject: (document) => withoutUnused(withComponents(document)),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list' },
    staticCSP: false,
    theme,
  });
  app.get('/openapi.json', { schema: { hide: true } as object }, async () => app.swagger());
}

/** The transform knows bodies only; documented headers are carried over by hand. */
function keepHeaders(from: unknown, to: unknown): void {
  const documented = (from ?? {}) as Record<string, DocumentedResponse>;
  for (const [status, response] of Object.entries((to ?? {}) as Record<string, object>)) {
    const headers = documented[status]?.headers;
    if (headers) Object.assign(response, { headers });
  }
}

/** Each named schema comes once for requests and once for answers; those that nothing refers to are left out. */
function withoutUnused(document: ReturnType<typeof withComponents>): typeof document {
  const { schemas = {} } =
    (document as { components?: { schemas?: Record<string, unknown> } }).components ?? {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
  return document;
}
