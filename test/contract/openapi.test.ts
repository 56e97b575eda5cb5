import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../src/http/problems/codes.ts';
import { openApiText } from '../../src/start/write-openapi.ts';
import { examplesOf, needsKey, operationsOf, readDocument } from './openapi/document.ts';
import { numbersWithoutUnit } from './openapi/quantities.ts';
import { violations } from './openapi/schema.ts';

const document = readDocument();
const operations = operationsOf(document);
const { schemas } = document.components;

it('is what the service serves', async () => {
  expect(JSON.parse(await openApiText())).toEqual(document);
});

describe.each(operations)('$name', (operation) => {
  const { method, path, parameters, responses } = operation;
  const bodiless = (status: string) => method === 'HEAD' || status === '204' || status === '304';
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);

  it('says what it is, whom it answers, and where it belongs', () => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).toMatch(/.{8}/);
    for (const { description } of Object.values(responses)) expect(description).not.toBe('Default Response');
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...operation.tags!]));
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toBeDefined();
    for (const way of operation.security!) {
      expect(Object.keys(document.components.securitySchemes)).toEqual(
        expect.arrayContaining(Object.keys(way)),
      );
    }
    expect(Object.keys(responses).includes('401')).toBe(
      operation.security!.length > 0 || path === '/users/login',
    );
  });

  it('names every parameter of its path, and describes those of its query and headers', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    for (const one of parameters.filter((other) => other.in !== 'path')) {
      expect(one.description, one.name).toMatch(/.{5}/);
    }
  });

  it('declares the headers of every answer, and a problem document for every refusal', () => {
    for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
      expect(Object.keys(headers), status).toEqual(expect.arrayContaining(['X-Request-Id', 'API-Version']));
      expect(Object.keys(content).length === 0, status).toBe(bodiless(status));
    }
    for (const [status, { headers = {}, content = {}, description }] of problems) {
      if (['/healthz', '/readyz'].includes(path) && status === '503') continue;
      if (!bodiless(status)) expect(Object.keys(content), status).toContain('application/problem+json');
      for (const code of description.split(', ')) {
        expect(problemCodes, status).toHaveProperty(code);
        expect(problemCodes[code as keyof typeof problemCodes].status).toBe(Number(status));
      }
      const needed = {
        401: 'WWW-Authenticate',
        416: 'Content-Range',
        429: 'Retry-After',
        503: 'Retry-After',
      };
      const header = needed[status as unknown as keyof typeof needed];
      if (header) expect(Object.keys(headers), status).toContain(header);
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '500']));
    if (needsKey(operation)) expect(Object.keys(responses)).toContain('503');
  });

  it('has answers whose examples are valid', () => {
    for (const { content = {} } of Object.values(responses)) {
      for (const media of Object.values(content)) {
        for (const example of examplesOf(media))
          expect(violations(example, media.schema, schemas)).toEqual([]);
      }
    }
  });
});

describe.each(operations.filter(({ requestBody }) => requestBody))('the body of $name', (operation) => {
  it.each(Object.entries(operation.requestBody!.content))('as %s has valid examples', (_, media) => {
    expect(operation.method).toMatch(/^(POST|PUT|PATCH)$/);
    // a body that is a file has neither
    if (media.schema.format === 'binary') return;
    expect(examplesOf(media).length).toBeGreaterThan(0);
    for (const example of examplesOf(media)) expect(violations(example, media.schema, schemas)).toEqual([]);
    expect(media.schema.additionalProperties, 'unknown fields are refused').toBe(false);
  });
});

describe('the document', () => {
  it('has a name of its own for every operation', () => {
    const names = operations.map(({ operationId }) => operationId!.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no list whose items are forbidden or without a schema, which generators of clients refuse', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(items|prefixItems)":(true|false|\{\})/);
  });

  it('has no default that is null, which generators of clients write as it is in languages with another word', () => {
    expect(JSON.stringify(document)).not.toContain('"default":null');
  });

  it('is OpenAPI 3.1 and has an operation for every tag', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
    expect([...used].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  it('says of every number what it counts in', () => {
    expect(numbersWithoutUnit(operations, schemas)).toEqual([]);
  });

  it('refers to nothing that it does not hold, and holds nothing that is not referred to', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, place]) => place));
    const held = (['schemas', 'responses', 'headers'] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(held.sort());
  });

  it('declares binary bodies as such', () => {
    const types = new Set(operations.flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {})));
    expect([...types].sort()).toEqual([
      'application/json',
      'application/octet-stream',
      'multipart/form-data',
    ]);
    const packages = operations.filter(({ responses }) => responses[200]?.content?.['application/zip']);
    expect(packages.map(({ name }) => name).sort()).toEqual([
      'GET /public/results/{evidence_report_id}/package',
      'GET /results/{evidence_report_id}/package',
      'POST /public/reconstruct',
      'POST /reconstruct_pdhm',
    ]);
    for (const { name, responses } of packages) {
      expect(Object.keys(responses[200]!.headers ?? {}), name).toEqual(
        expect.arrayContaining([
          'Evidence-Report-Id',
          'Archive-Id',
          'ETag',
          'Repr-Digest',
          'Content-Disposition',
        ]),
      );
    }
  });
});
