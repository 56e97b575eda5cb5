import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { expectProblem } from './problem.ts';
import { example, offAxisFields, startService, upload, type RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ MAX_UPLOAD_BYTES: String(2 * 1024 * 1024) });
});
afterAll(async () => {
  // whatever was sent, nothing of it was kept and the service ends in good order
  const inFolders = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('/'),
  );
  expect(inFolders).toEqual([]);
  expect(await service.stop()).toBe(0);
});

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/public/reconstruct`, { method: 'POST', body, headers });

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/decode/${name}`, import.meta.url)));

async function frame(
  width: number,
  height: number,
  pixel: (i: number) => number,
): Promise<Uint8Array<ArrayBuffer>> {
  const samples = Float32Array.from({ length: width * height }, (_, i) => pixel(i));
  const file = await encodeFrame({ width, height, samples, bitDepth: 32 }, 'npy', 3.45);
  return new Uint8Array(Buffer.concat(file));
}

function colourFrame(): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3, background: { r: 200, g: 100, b: 50 } } as const;
  return sharp({ create }).png().toBuffer();
}

describe('fields', () => {
  it('are all complained about at once, with what was probably meant', async () => {
    const fields = {
      holography_mode: 'offaxis',
      wavelength_um: '650',
      pixel_pitch_um: '3450',
      z_mm: '5mm',
      magnification: '0',
      wavelength: '0.65',
      sideband: 'left',
    };
    const { errors, detail } = await expectProblem(await post(upload({ fields })), 422, 'INVALID_INPUT');
    const said = Object.fromEntries(errors!.map(({ pointer, message }) => [pointer, message]));
    expect(Object.keys(said).sort()).toEqual(
      Object.keys(fields)
        .map((name) => `/${name}`)
        .sort(),
    );
    expect(said['/wavelength_um']).toContain('did you mean 0.65?');
    expect(said['/pixel_pitch_um']).toContain('did you mean 3.45?');
    expect(said['/wavelength']).toContain('wavelength_um');
    expect(detail).toContain('650');
  });

  it('are complained about together with files', async () => {
    const form = upload({ files: { image: example('off-axis.png') }, fields: { wavelength_um: undefined } });
    const { errors } = await expectProblem(await post(form), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer).sort()).toEqual(['/hologram', '/image', '/wavelength_um']);
  });

  it('are not taken twice', async () => {
    const form = upload();
    form.append('wavelength_um', '0.5');
    form.append('hologram', new Blob([example('off-axis.png')]), 'again.png');
    const { errors } = await expectProblem(await post(form), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer).sort()).toEqual(['/hologram', '/wavelength_um']);
  });

  it('cannot be a file where a text is meant, nor the other way round', async () => {
    const form = upload({ files: {}, fields: { hologram: 'hologram.png', z_mm: undefined } });
    form.append('z_mm', new Blob(['5']), 'five.txt');
    const { errors } = await expectProblem(await post(form), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer).sort()).toEqual(['/hologram', '/z_mm']);
  });

  it.each([
    [{ z_min_mm: '1', z_max_mm: '2' }, ['/z_max_mm', '/z_min_mm']],
    [{ z_mm: undefined, z_min_mm: '1' }, ['/z_max_mm']],
    [{ z_mm: undefined, z_min_mm: '1', z_max_mm: '12' }, ['/z_max_mm']],
    [{ pixel_pitch_basis: 'object_space', pixel_pitch_um: '0.1' }, ['/magnification']],
    [{ pixel_pitch_um: '0.6' }, ['/pixel_pitch_um']],
    [{ refractive_index_sample: '1.4' }, ['/refractive_index_medium']],
    [{ z_mm: '' }, ['/z_mm']],
    [{ z_mm: 'Infinity' }, ['/z_mm']],
    [{ z_mm: 'NaN' }, ['/z_mm']],
    [{ wavelength_um: '0,65' }, ['/wavelength_um']],
    [{ stack_z_mm: '1,2' }, ['/stack_z_mm', '/z_mm']],
    [{ carrier_cycles_per_px: '0.6,0' }, ['/carrier_cycles_per_px/0']],
    [{ constructor: '1' }, ['']],
    [{ toString: '1', __proto__x: '2' }, ['']],
  ])('%o is refused', async (fields, pointers) => {
    const { errors } = await expectProblem(await post(upload({ fields })), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer).sort()).toEqual(pointers);
  });

  it('may be any text at all without harm', { tags: 'further/many' }, async () => {
    const names = fc.constantFrom(
      ...Object.keys(offAxisFields),
      'stack_z_mm',
      'carrier_cycles_per_px',
      '__proto__',
      '',
    );
    const requests = fc.dictionary(names, fc.string({ unit: 'binary', maxLength: 40 }), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(requests, async (fields) => {
        const response = await post(upload({ files: {}, fields }));
        await expectProblem(response, 422, 'INVALID_INPUT');
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});

describe('files', () => {
  it.each([
    ['an empty one', async () => new Uint8Array(0), 'HOLOGRAM_UNREADABLE'],
    ['half a PNG', async () => example('off-axis.png').slice(0, 100_000), 'HOLOGRAM_UNREADABLE'],
    ['a TIFF cut short', async () => fixture('tifffile-u2.tif').slice(0, -2000), 'HOLOGRAM_UNREADABLE'],
    ['a colour frame', colourFrame, 'HOLOGRAM_UNSUPPORTED'],
    ['a film', async () => new TextEncoder().encode('RIFF....AVI LIST'), 'HOLOGRAM_UNSUPPORTED'],
    ['something else', async () => new TextEncoder().encode('not a picture'), 'HOLOGRAM_UNREADABLE'],
    ['an HDF5 bomb', async () => fixture('hostile/bomb.h5'), 'HOLOGRAM_UNREADABLE'],
    ['a constant frame', () => frame(256, 256, () => 100), 'SIDEBAND_NOT_FOUND'],
    [
      'a frame with a NaN',
      () => frame(256, 256, (i) => (i === 999 ? NaN : Math.sin(i))),
      'HOLOGRAM_UNREADABLE',
    ],
    ['a frame with an infinite value', () => frame(256, 256, (i) => 1 / (i - 5000)), 'HOLOGRAM_UNREADABLE'],
    ['4001 pixels', () => frame(4001, 16, (i) => i % 7), 'FRAME_TOO_LARGE'],
    [
      'noise',
      () => frame(256, 256, (i) => (Math.imul(i * i + 7, 2654435761) >>> 8) % 4096),
      'SIDEBAND_NOT_FOUND',
    ],
  ] as const)('%s is refused', async (_name, bytes, code) => {
    const response = await post(upload({ files: { hologram: new Uint8Array(await bytes()) } }));
    await expectProblem(response, 422, code);
  });

  it('as background are refused in their own name', async () => {
    const files = { hologram: example('off-axis.png'), background: new Uint8Array([1, 2, 3]) };
    const { detail } = await expectProblem(await post(upload({ files })), 422, 'HOLOGRAM_UNREADABLE');
    expect(detail).toContain('background');
  });

  it('as background have the size of the hologram', async () => {
    const files = { hologram: example('off-axis.png'), background: await frame(64, 64, (i) => i % 5) };
    const { errors } = await expectProblem(await post(upload({ files })), 422, 'INVALID_INPUT');
    expect(errors![0]!.pointer).toBe('/background');
  });

  it('over the limit are refused, announced or not', async () => {
    const large = new Uint8Array(2 * 1024 * 1024 + 1);
    await expectProblem(await post(upload({ files: { hologram: large } })), 413, 'PAYLOAD_TOO_LARGE');
    const larger = new Uint8Array(8 * 1024 * 1024);
    await expectProblem(await post(upload({ files: { hologram: larger } })), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('requests', () => {
  it.each([
    ['JSON', '{}', 'application/json'],
    ['text', 'hello', 'text/plain'],
    ['a bare file', example('off-axis.png'), 'image/png'],
    ['a URL-encoded form', 'holography_mode=off-axis', 'application/x-www-form-urlencoded'],
  ])('with %s are refused', async (_name, body, type) => {
    await expectProblem(await post(body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('without a body are refused', async () => {
    await expectProblem(await post(null), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['nothing in it', 'multipart/form-data; boundary=x', ''],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="z_mm"\r\n\r\n5',
    ],
    ['no parts', 'multipart/form-data; boundary=x', 'this is no multipart body'],
    [
      'a file without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="hologram"; filename="a"\r\n\r\n12345',
    ],
  ])('that are multipart with %s are refused', async (_name, type, body) => {
    await expectProblem(await post(body, { 'content-type': type }), 400, 'MALFORMED_REQUEST');
  });

  it('with a hundred parts are refused', async () => {
    const form = upload();
    for (let i = 0; i < 100; i++) form.append(`field_${i}`, 'x');
    await expectProblem(await post(form), 422, 'INVALID_INPUT');
  });

  it('for formats that do not exist are refused before the upload is read', async () => {
    const { detail } = await expectProblem(
      await post(upload(), { accept: 'image/png' }),
      406,
      'NOT_ACCEPTABLE',
    );
    expect(detail).toContain('image/png');
  });

  it('to unknown addresses and with unknown methods are refused', async () => {
    const nothing = ['/nowhere', '/assets/x%00', '/assets/%2e/x', '/assets//x', `/assets/${'x'.repeat(300)}`];
    const files = ['/docs/static/nothing.js', '/docs/static//x', '/docs/static/..%2f..%2fpackage.json'];
    for (const path of [...nothing, ...files]) {
      await expectProblem(await fetch(`${service.url}${path}`), 404, 'NOT_FOUND');
    }
    const response = await fetch(`${service.url}/public/reconstruct`);
    expect(response.headers.get('allow')).toBe('POST');
    await expectProblem(response, 405, 'METHOD_NOT_ALLOWED');
    const other = await fetch(`${service.url}/public/results/evr_x/package`, { method: 'DELETE' });
    expect(other.headers.get('allow')).toBe('GET, HEAD');
    await expectProblem(other, 405, 'METHOD_NOT_ALLOWED');
  });

  it.each(['/', '/assets/', '/docs/static/swagger-ui.css'])(
    'for a part of %s that there isn’t, or for another version of it, are refused',
    async (path) => {
      const assets = path === '/assets/';
      const found = /"(\/assets\/[^"]+)"/.exec(await (await fetch(service.url)).text())?.[1];
      if (assets && found === undefined) return;
      const url = `${service.url}${assets ? found : path}`;
      await expectProblem(
        await fetch(url, { headers: { 'if-match': '"other"' } }),
        412,
        'PRECONDITION_FAILED',
      );
      const part = await fetch(url, { headers: { range: 'bytes=99999999-' } });
      // the page is so short that it has no parts
      if (path === '/') expect(part.status).toBe(200);
      else {
        expect(part.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
        await expectProblem(part, 416, 'RANGE_NOT_SATISFIABLE');
      }
    },
  );

  it('with a path that can’t be decoded are refused', async () => {
    expect(await speak('GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*x-request-id: req_[^]*MALFORMED_REQUEST/i,
    );
  });

  it('that are no HTTP are refused in the same words', async () => {
    expect(await speak('hello\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*x-request-id: req_[^]*MALFORMED_REQUEST/i,
    );
  });

  it('leave a connection that works behind, even when refused half way', async () => {
    const agentless = await fetch(`${service.url}/healthz`);
    expect(agentless.status).toBe(200);
    const body = new Uint8Array(3 * 1024 * 1024);
    const head = '--x\r\nContent-Disposition: form-data; name="hologram"; filename="a"\r\n\r\n';
    const request =
      `POST /public/reconstruct HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
      `Content-Length: ${head.length + body.length}\r\n\r\n${head}`;
    const answer = await speak(
      request,
      body,
      'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*PAYLOAD_TOO_LARGE[^]*HTTP\/1.1 200 OK[^]*"ok"/);
  });
});

/** Writes bytes to a connection of its own and returns everything that comes back until it closes. */
function speak(...pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString('latin1')));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
    for (const piece of pieces) socket.write(piece);
  });
}
