/** Sends JSON to a service, as somebody: `as` is an API key. */
export interface Call {
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type JsonClient = (method: string, path: string, call?: Call) => Promise<Response>;

export function jsonClient(url: string): JsonClient {
  return (method, path, { as, body, headers } = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}

export const password = 'correct horse battery';
let people = 0;

export function newEmail(): string {
  return `person-${process.pid}-${(people += 1)}@example.org`;
}

export interface Account {
  readonly account_id: string;
  readonly api_key: string;
  readonly plan: string;
  readonly created_at: string;
}

/** A new account, with its first key. */
export async function signUp(call: JsonClient, email = newEmail()): Promise<Account> {
  const response = await call('POST', '/users/signup', { body: { email, password } });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as Account;
}
