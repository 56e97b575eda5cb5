import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

export const CLIENT_ID = 'leith-test';
export const CLIENT_SECRET = 'not & a secret: 1';

/** What the next tokens are to be. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  /** other than they ought to be */
  wrong?: (claims: JWTPayload) => JWTPayload;
  /** signed with a key that it does not publish */
  forged?: boolean;
}

/** A provider of OpenID Connect in the test’s own process, at which everybody is `person` and says yes. */
export async function startProvider() {
  const codes = new Map<string, URLSearchParams>();
  const keys = [await newKey('first')];
  const provider = {
    issuer: '',
    person: { sub: 'ada' } as Claims,
    /** answers of the token endpoint */
    asked: [] as string[],
    /** null: it answers */
    broken: null as number | null,
    /** what it publishes in place of its keys */
    published: null as object | null,
    async rotate(kid = randomBytes(4).toString('hex')) {
      keys.unshift(await newKey(kid));
      if (keys[1]!.kid === kid) keys.splice(1, 1);
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url!, provider.issuer);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (provider.broken !== null) return void json(provider.broken, {});
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return void json(200, {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          authorization_response_iss_parameter_supported: true,
        });
      case '/keys':
        return void json(200, provider.published ?? { keys: keys.map(({ jwk }) => jwk) });
      case '/authorize': {
        const code = randomBytes(16).toString('hex');
        codes.set(code, url.searchParams);
        const back = new URL(url.searchParams.get('redirect_uri')!);
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state')!);
        back.searchParams.set('iss', provider.issuer);
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token':
        return void token(request).then(([status, body]) => json(status, body));
    }
    json(404, {});
  });

  /** RFC 6749 section 4.1.3, and RFC 7636 section 4.6 */
  async function token(request: IncomingMessage): Promise<[number, unknown]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const pair = [CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':');
    if (request.headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`)
      return [401, { error: 'invalid_client' }];
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits =
      asked?.get('code_challenge') === challenge &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('redirect_uri') === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code';
    provider.asked.push(fits ? 'right' : 'wrong');
    if (!fits) return [400, { error: 'invalid_grant' }];
    return [200, { access_token: 'x', token_type: 'Bearer', id_token: await idToken(asked) }];
  }

  async function idToken(asked: URLSearchParams): Promise<string> {
    const { wrong = (claims) => claims, forged, ...person } = provider.person;
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 300 };
    const claims = wrong({
      ...{ iss: provider.issuer, aud: asked.get('client_id')!, nonce: asked.get('nonce')! },
      ...{ ...times, ...person },
    });
    const { key, kid } = forged ? { ...(await newKey('x')), kid: keys[0]!.kid } : keys[0]!;
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

async function newKey(kid: string): Promise<{ key: CryptoKey; kid: string; jwk: object }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { key: privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}
