import { expect } from 'vitest';
import { jsonClient } from './json-client.ts';

interface Begun {
  readonly cookie: string;
  readonly url: URL;
}

/** @param address of the client, as a proxy tells it */
export function startOpenId(service: string, address = '203.0.113.1'): Promise<Response> {
  const headers = { 'x-forwarded-for': address };
  return fetch(`${service}/users/openid/start`, { method: 'POST', headers });
}

export async function beginOpenId(service: string): Promise<Begun> {
  const answer = await startOpenId(service);
  expect(answer.status).toBe(200);
  const { authorization_url } = (await answer.json()) as { authorization_url: string };
  return { cookie: answer.headers.get('set-cookie')!, url: new URL(authorization_url) };
}

/** What the provider sends the browser back with, as the page has it. */
export async function consentTo(service: string, url: URL): Promise<Record<string, string>> {
  const back = await fetch(url, { redirect: 'manual' });
  const home = await fetch(back.headers.get('location')!, { redirect: 'manual' });
  expect([home.status, home.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const [page, query] = home.headers.get('location')!.split('?');
  expect(page).toBe(`${service}/#/openid`);
  return Object.fromEntries(new URLSearchParams(query));
}

export function finishOpenId(service: string, answer: unknown, cookie = ''): Promise<Response> {
  return fetch(`${service}/users/openid/finish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0]! },
    body: JSON.stringify(answer),
  });
}

interface Opened {
  readonly account_id: string;
  readonly email: string;
  readonly is_new: boolean;
}

/** What an answer to a sign-in opens. */
export async function accountBy(service: string, answer: Response): Promise<Opened> {
  expect(answer.status).toBe(200);
  const { api_key, is_new } = (await answer.json()) as { api_key: string; is_new: boolean };
  const me = await jsonClient(service)('GET', '/users/me', { as: api_key });
  return { ...((await me.json()) as Omit<Opened, 'is_new'>), is_new };
}
