import { describe, expect, it } from 'vitest';
import { negotiate, preferredEncoding } from './negotiate.ts';

const zip = 'application/zip';
const json = 'application/json; charset=utf-8';

describe('negotiate', () => {
  it.each([
    [undefined, zip],
    ['', zip],
    ['*/*', zip],
    ['application/*', zip],
    [zip, zip],
    ['application/json', json],
    ['Application/JSON; charset=utf-8', json],
    ['application/json, text/plain, */*', json],
    ['application/json;q=0.5, */*;q=0.6', zip],
    ['application/zip;q=0, */*', json],
    ['application/zip;q=0.2, application/json;q=0.3', json],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', zip],
    ['text/html', null],
    ['application/json;q=0', null],
    [';;,,=', null],
  ])('%j gets %s', (accept, expected) => {
    expect(negotiate(accept, [zip, json])).toBe(expected);
  });
});

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
])('of Accept-Encoding %s takes %s', (accept, encoding) => {
  expect(preferredEncoding(accept, ['br', 'gzip'])).toBe(encoding);
});
