import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3';
import {
  isBlobKey,
  resolved,
  type BlobContent,
  type Blobs,
  type ByteRange,
  type ExpectedBlob,
} from '../../services/ports/blobs.ts';
import { checkBlob, checkedPieces } from '../check-blob.ts';
import { isAbsent, isFleeting, unavailable } from './s3-errors.ts';
import type { S3Location } from './s3-location.ts';

export interface S3Limits {
  /** until a connection is there, ms */
  readonly connectMs: number;
  /** until an answer is there, or of an upload until the store takes more of it, ms */
  readonly answerMs: number;
  /** between two pieces of a blob that is read, ms: also how long who reads it may pause */
  readonly idleMs: number;
  /** an upload slower than this is given up, bytes per ms */
  readonly leastBytesPerMs: number;
}

/** Of an account of the store. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A request that meets a store which hangs is answered well within ten seconds. */
const LIMITS: S3Limits = { connectMs: 3000, answerMs: 6000, idleMs: 30_000, leastBytesPerMs: 1000 };
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const MAX_TRIES = 3;
const PAUSE_MS = 200;
/** What failed later than this is not tried again: somebody waits. */
const TRY_AGAIN_MS = 2000;
/** How finely the progress of an upload is seen. */
const PIECE_BYTES = 256 * 1024;
/** What systems may hold of an upload that was taken and has not arrived yet. */
const BUFFERED_BYTES = 2 * 1024 * 1024;

/** Blobs as objects of an S3-compatible store, in one bucket and below one prefix. */
export class BlobsS3 implements Blobs {
  readonly lateWrites = true;
  readonly needsDigest = true;
  readonly #client: S3Client;
  readonly #location: S3Location;
  readonly #limits: S3Limits;

  /** @param credentials null: from where the AWS SDK looks for them, AWS_ACCESS_KEY_ID and so on */
  constructor(
    location: S3Location,
    limits: Partial<S3Limits> = {},
    credentials: S3Credentials | null = null,
  ) {
    this.#location = location;
    this.#limits = { ...LIMITS, ...limits };
    const { connectMs, idleMs } = this.#limits;
    this.#client = new S3Client({
      region: location.region,
      ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint, forcePathStyle: true }),
      ...(credentials === null ? {} : { credentials }),
      maxAttempts: MAX_TRIES,
      // it would write to the console what comes back as an error anyway
      logger: SILENT,
      // what is sent has a SHA-256 of its own; stores that are not Amazon's don't know the newer kinds
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    });
  }

  async put(key: string, content: BlobContent, expected: ExpectedBlob): Promise<string> {
    const object = this.#object(key);
    // what is made while it is sent is compared on the way, where it is known what it should be
    const said = expected.sha256;
    const isMade = typeof content === 'function' && typeof said === 'string';
    const sha256 = isMade ? said : await checkBlob(content, expected);
    const bytes = resolved(expected.bytes);
    const began = performance.now();
    await attempt(async () => {
      for (let tries = 1; ; tries++) {
        try {
          await this.#upload(object, content, bytes, sha256);
          break;
        } catch (error) {
          const late = performance.now() - began > TRY_AGAIN_MS;
          if (tries === MAX_TRIES || late || !isFleeting(error)) throw error;
          await sleep(PAUSE_MS * tries * (0.5 + Math.random()));
        }
      }
    });
    const stored = await this.#head(key);
    if (stored?.bytes !== bytes || (stored.sha256 ?? sha256) !== sha256) {
      throw unavailable(new Error(`the store has ${JSON.stringify(stored)} instead of what was sent`));
    }
    return sha256;
  }

  /** A store that knows checksums compares this one with what arrives. */
  async #upload(
    object: { readonly Bucket: string; readonly Key: string },
    content: BlobContent,
    bytes: number,
    sha256: string,
  ): Promise<void> {
    const { answerMs, leastBytesPerMs } = this.#limits;
    const stalled = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const wait = (left: number): void => {
      clearTimeout(timer);
      const arriving = left > 0 ? 0 : Math.min(bytes, BUFFERED_BYTES) / leastBytesPerMs;
      timer = setTimeout(() => stalled.abort(), answerMs + arriving).unref();
    };
    wait(bytes);
    const command = new PutObjectCommand({
      ...object,
      Body: Readable.from(piecesOf(content, { bytes, sha256 }, wait), { objectMode: false }),
      ContentLength: bytes,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    });
    const tooSlow = AbortSignal.timeout(Math.ceil(answerMs + bytes / leastBytesPerMs));
    try {
      await this.#client.send(command, { abortSignal: AbortSignal.any([stalled.signal, tooSlow]) });
    } finally {
      clearTimeout(timer);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const input: GetObjectCommandInput = this.#object(key);
    if (range) input.Range = `bytes=${range.start}-${range.end}`;
    const answer = await this.#unlessAbsent((abortSignal) =>
      this.#client.send(new GetObjectCommand(input), { abortSignal }),
    );
    return answer && (answer.Body as Readable);
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#unlessAbsent((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  async stat(key: string): Promise<{ readonly bytes: number } | null> {
    const found = await this.#head(key);
    return found && { bytes: found.bytes };
  }

  async *list(folder: string): AsyncIterable<string> {
    const { bucket, prefix } = this.#location;
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: `${prefix}${folder}/` },
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await attempt(() => this.#client.send(command, { abortSignal: this.#soon() }));
      for (const { Key = '' } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (isBlobKey(key)) yield key;
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** An object that did not arrive whole is none. */
  async removeUnfinished(): Promise<void> {}

  async check(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#location.bucket });
    await attempt(() => this.#client.send(command, { abortSignal: this.#soon() }));
  }

  async space(): Promise<null> {
    return null;
  }

  close(): void {
    this.#client.destroy();
  }

  async #head(key: string): Promise<{ readonly bytes: number; readonly sha256: string | null } | null> {
    const command = new HeadObjectCommand({ ...this.#object(key), ChecksumMode: 'ENABLED' });
    const found = await this.#unlessAbsent((abortSignal) => this.#client.send(command, { abortSignal }));
    if (!found) return null;
    const sha256 = found.ChecksumSHA256 ? Buffer.from(found.ChecksumSHA256, 'base64').toString('hex') : null;
    return { bytes: found.ContentLength ?? 0, sha256 };
  }

  #unlessAbsent<T>(send: (abortSignal: AbortSignal) => Promise<T>): Promise<T | null> {
    return attempt(async () => {
      // not AbortSignal.timeout: it would also cut a body that is still being read by then
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), this.#limits.answerMs);
      try {
        return await send(late.signal);
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    });
  }

  #soon(): AbortSignal {
    return AbortSignal.timeout(this.#limits.answerMs);
  }

  #object(key: string): { Bucket: string; Key: string } {
    if (!isBlobKey(key)) throw new Error(`${JSON.stringify(key)} is no key of a blob`);
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${key}` };
  }
}

/** @param asked is called whenever more is wanted, with the bytes that are left */
async function* piecesOf(
  content: BlobContent,
  expected: ExpectedBlob,
  asked: (left: number) => void,
): AsyncGenerator<Uint8Array> {
  let left = resolved(expected.bytes);
  for await (const chunk of typeof content === 'function' ? checkedPieces(content, expected) : content) {
    for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
      asked(left);
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      left -= piece.byteLength;
      yield piece;
    }
  }
  asked(0);
}

async function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    // a mistake of ours is not the store's
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    throw unavailable(error);
  }
}
