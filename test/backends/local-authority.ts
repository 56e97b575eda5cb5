import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there is an openssl that gives timestamps. */
export const opensslPresent = spawnSync('openssl', ['ts', '-help']).status === 0;
if (!opensslPresent) console.log('skipped: a local timestamp authority needs openssl');

const CONFIGURATION = `
[req]
distinguished_name = name
[name]
[tsa]
default_tsa = local
[local]
serial = ./serial
signer_cert = ./tsa.crt
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[stamping]
extendedKeyUsage = critical,timeStamping
[serving]
extendedKeyUsage = serverAuth
`;

/** What an authority does with a question. */
export type Manner = 'answers' | 'hangs' | 'fails' | 'refuses' | 'repeats' | 'floods';

export interface LocalAuthority {
  readonly url: string;
  /** of its certificate, PEM */
  readonly certificate: string;
  readonly certificateFile: string;
  /** questions so far */
  asked(): number;
  behave(manner: Manner): void;
  /** Answers to a question, without HTTP. */
  reply(query: Uint8Array, ...options: string[]): Buffer;
  close(): Promise<void>;
}

/**
 * A timestamp authority made with openssl, at an address of its own.
 * @param extensions whether its certificate is one for timestamps, or for something else
 */
export async function startAuthority(
  name: string,
  extensions: 'stamping' | 'serving' = 'stamping',
): Promise<LocalAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-authority-'));
  const openssl = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'openssl.cnf'), CONFIGURATION);
  writeFileSync(join(folder, 'serial'), '01');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tsa.key'];
  const certificate = ['-x509', '-days', '30', '-subj', `/CN=${name}`, '-extensions', extensions];
  openssl('req', ...key, ...certificate, '-out', 'tsa.crt', '-config', 'openssl.cnf');
  const reply = (query: Uint8Array, ...options: string[]): Buffer => {
    writeFileSync(join(folder, 'query'), query);
    openssl('ts', '-reply', '-queryfile', 'query', '-out', 'reply', '-config', 'openssl.cnf', ...options);
    return readFileSync(join(folder, 'reply'));
  };
  let manner: Manner = 'answers';
  let count = 0;
  let former: Buffer | null = null;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      count++;
      if (manner === 'hangs') return;
      if (manner === 'fails') return void response.writeHead(500).end();
      if (manner === 'floods') return void response.end(Buffer.alloc(1_000_000));
      if (manner === 'repeats' && former) return void response.end(former);
      const query = manner === 'refuses' ? Buffer.from('no question') : Buffer.concat(pieces);
      response.setHeader('content-type', 'application/timestamp-reply');
      response.end((former = reply(query)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    certificate: readFileSync(join(folder, 'tsa.crt'), 'utf8'),
    certificateFile: join(folder, 'tsa.crt'),
    asked: () => count,
    behave: (next) => void (manner = next),
    reply,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
}
