import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem, type FieldError } from '../../core/problem/problem.ts';
import { invalidInput } from '../../core/recipe/recipe.ts';
import { Overloaded } from '../../services/ports/overloaded.ts';
import type { ReceivedFile } from '../../services/ports/received-file.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { FileReceiver } from './file-receiver.ts';
import type { MemoryShare } from './memory-budget.ts';

const FILE_FIELDS = ['hologram', 'background'] as const;
type FileField = (typeof FILE_FIELDS)[number];

/** Far above what the contract's fields need. */
const FIELD_LIMITS = { fields: 64, files: 12, parts: 76, fieldSize: 4096, headerPairs: 32 };
/** Characters of a field's name: far above those of the contract, far below what an answer should repeat. */
const LONGEST_NAME = 64;
/** After so much of one upload the other requests get their turn: digests of fast uploads fill whole milliseconds. */
const TURN_BYTES = 512 * 1024;
const FRAMING_BYTES = 1024 * 1024;

export interface ReceivedUpload {
  readonly files: Partial<Record<FileField, ReceivedFile>>;
  /** holograms after the first one */
  readonly further: readonly ReceivedFile[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** what is wrong with the parts themselves; what they say is not judged here */
  readonly errors: readonly FieldError[];
}

export interface UploadOptions {
  readonly maxFileBytes: number;
  readonly share: MemoryShare;
  /** how often hologram may be sent */
  readonly mostHolograms?: number;
  /** a form that a browser sends by itself has an empty text for every field that was left out */
  readonly emptyMeansAbsent: boolean;
}

/**
 * Reads a multipart body as it comes in.
 * @throws HttpProblem MALFORMED_REQUEST, PAYLOAD_TOO_LARGE; Overloaded
 */
export async function receiveUpload(
  request: FastifyRequest,
  options: UploadOptions,
): Promise<ReceivedUpload> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = FILE_FIELDS.length - 1 + (options.mostHolograms ?? 1);
  if (announced > most * options.maxFileBytes + FRAMING_BYTES) {
    throw tooLarge('The request', announced, options.maxFileBytes);
  }
  const upload = new Upload(options);
  try {
    // one byte above the limit tells a file that is too large from one that just fits
    const limits = { ...FIELD_LIMITS, fileSize: options.maxFileBytes + 1 };
    for await (const part of request.parts({ limits })) await upload.take(part);
    if (upload.isEmpty) throw new HttpProblem('MALFORMED_REQUEST', 'The body holds no multipart parts.');
    return upload;
  } catch (error) {
    throw inOurWords(error);
  } finally {
    // After a refusal the rest of the body is read and dropped, or the connection would hang.
    request.raw.unpipe();
    request.raw.resume();
  }
}

class Upload implements ReceivedUpload {
  readonly files: Partial<Record<FileField, ReceivedFile>> = {};
  readonly further: ReceivedFile[] = [];
  readonly fields: Record<string, unknown> = {};
  readonly errors: FieldError[] = [];
  readonly #options: UploadOptions;
  readonly #seen = new Set<string>();

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  async take(part: Multipart): Promise<void> {
    const name = part.fieldname ?? '';
    const again = this.#seen.has(name);
    this.#seen.add(name);
    if (name.length > LONGEST_NAME) {
      this.#refuse(`${name.slice(0, LONGEST_NAME)}…`, 'is not a field of this request');
      if (part.type === 'file') await drop(part);
      return;
    }
    const isFurther = again && name === 'hologram' && part.type === 'file' && this.#hasRoom;
    if (again && !isFurther) this.#refuse(name, this.#tooOften(name));
    if (part.type === 'file') await this.#takeFile(name, part, again && !isFurther);
    else if (!again) this.#takeField(name, part);
  }

  get #hasRoom(): boolean {
    return this.files.hologram !== undefined && this.further.length + 1 < (this.#options.mostHolograms ?? 1);
  }

  #tooOften(name: string): string {
    const { mostHolograms: most = 1 } = this.#options;
    return name === 'hologram' && most > 1 ? `is sent more than ${most} times` : 'is sent more than once';
  }

  #takeField(name: string, { value, valueTruncated }: MultipartValue): void {
    if (this.#options.emptyMeansAbsent && value === '') return;
    if (valueTruncated) this.#refuse(name, `is longer than ${FIELD_LIMITS.fieldSize} characters`);
    else if (isFileField(name)) this.#refuse(name, `is text: send a file, as in curl -F ${name}=@frame.png`);
    else this.fields[name] = value;
  }

  async #takeFile(name: string, part: MultipartFile, again: boolean): Promise<void> {
    const wanted = isFileField(name) && !again;
    if (!wanted) {
      if (!again) this.#refuse(name, 'is a file: only hologram and background are');
      return drop(part);
    }
    const receiver = new FileReceiver(this.#options.share);
    let yielded = 0;
    for await (const chunk of part.file as AsyncIterable<Uint8Array>) {
      if (receiver.bytes + chunk.byteLength > this.#options.maxFileBytes) {
        throw tooLarge(`The ${name}`, null, this.#options.maxFileBytes);
      }
      receiver.add(chunk);
      if (receiver.bytes - yielded >= TURN_BYTES) {
        yielded = receiver.bytes;
        await nextTurn();
      }
    }
    const leftOut = receiver.bytes === 0 && !part.filename;
    if (leftOut) return;
    // a file may come without a name, whatever its type says
    const file = receiver.finish((part.filename as string | undefined) ?? '');
    if (this.files[name]) this.further.push(file);
    else this.files[name] = file;
  }

  #refuse(name: string, message: string): void {
    this.errors.push({ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message });
  }
}

async function drop({ file }: MultipartFile): Promise<void> {
  for await (const chunk of file) void chunk;
}

function isFileField(name: string): name is FileField {
  return (FILE_FIELDS as readonly string[]).includes(name);
}

function tooLarge(what: string, bytes: number | null, limit: number): HttpProblem {
  const size = bytes === null ? 'larger than that' : `${bytes} bytes`;
  return new HttpProblem('PAYLOAD_TOO_LARGE', `${what} is ${size}: a file may have up to ${limit} bytes.`);
}

/** What the multipart parser throws, as the contract's problems. */
function inOurWords(error: unknown): unknown {
  if (error instanceof Problem || error instanceof HttpProblem || error instanceof Overloaded) return error;
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case 'FST_PROTO_VIOLATION':
      return invalidInput([
        { pointer: '', message: 'a part has a name that is not a field of this request' },
      ]);
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_FILES_LIMIT':
      return invalidInput([{ pointer: '', message: `there are more than ${FIELD_LIMITS.fields} parts` }]);
    case 'FST_MP_PREMATURE_CLOSE':
      return new HttpProblem(
        'MALFORMED_REQUEST',
        'The connection was closed before the request was complete.',
      );
    default:
      return new HttpProblem(
        'MALFORMED_REQUEST',
        `The body is not valid multipart/form-data, or it is cut short: ${message}.`,
      );
  }
}
