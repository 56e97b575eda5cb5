import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { limits } from '../core/limits/limits.ts';
import { Problem } from '../core/problem/problem.ts';
import type { ReceivedFile } from '../services/ports/received-file.ts';

/**
 * A file of this machine as an upload would be.
 * @throws Problem INVALID_INPUT when it is larger than any upload may be; what the file system says otherwise
 */
export async function receiveFile(path: string, field: 'hologram' | 'background'): Promise<ReceivedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > limits.upload_bytes.max) {
      const message = `is ${size} bytes; it has at most ${limits.upload_bytes.max}`;
      throw new Problem('INVALID_INPUT', `${path} ${message}`, [{ pointer: `/${field}`, message }]);
    }
    const bytes = new Uint8Array(await file.readFile());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { name: basename(path), blocks: [bytes], bytes: bytes.byteLength, sha256 };
  } finally {
    await file.close();
  }
}
