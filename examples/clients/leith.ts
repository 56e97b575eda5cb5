/**
 * A typed client of the Leith API for Node.js 24 and browsers, without dependencies. The types are made from the API
 * document: a field that does not exist, or a path parameter left out, does not compile.
 */
import type { Operations, Problem, Run } from './types.ts';

export type { Operations, Problem, Run };

type Name = keyof Operations;

/** Path and query parameters, headers and body of an operation: those that it has, as it wants them. */
type Input<O extends Name> = Wanted<'path', Operations[O]['path']> &
  Wanted<'query', Operations[O]['query']> &
  Wanted<'headers', Operations[O]['headers']> &
  ([Operations[O]['body']] extends [undefined] ? unknown : { readonly body: Operations[O]['body'] });
/** To be given where one of its members must be. */
type Wanted<Key extends string, Members> =
  Record<never, never> extends Members ? { readonly [K in Key]?: Members } : { readonly [K in Key]: Members };

/** The service refused; `problem` is its problem document (RFC 9457). */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

export interface Reconstruction {
  readonly evidence_report_id: string;
  /** the ZIP */
  readonly package: Blob;
}

type Upload = Operations['POST /reconstruct_pdhm']['body'];

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export class Leith {
  readonly #url: string;
  readonly #apiKey: string | undefined;

  /** @param apiKey not given: without an account */
  constructor(url = 'http://127.0.0.1:8080', apiKey?: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#apiKey = apiKey;
  }

  /** Any operation of the API by its name: what it answers, JSON read. @throws Refused */
  async call<O extends Name>(name: O, input: Input<O>): Promise<Operations[O]['answer']> {
    const response = await this.#send(name, input as Given);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    if (response.status === 204) return undefined as Operations[O]['answer'];
    const read = type.endsWith('json')
      ? response.json()
      : type.startsWith('text/')
        ? response.text()
        : response.blob();
    return (await read) as Operations[O]['answer'];
  }

  /** Reconstructs a hologram and waits for its package. @throws Refused */
  async reconstruct(upload: Upload): Promise<Reconstruction> {
    const name = this.#apiKey === undefined ? 'POST /public/reconstruct' : 'POST /reconstruct_pdhm';
    const response = await this.#send(name, { body: upload, headers: { Accept: 'application/zip' } });
    return {
      evidence_report_id: response.headers.get('evidence-report-id')!,
      package: await response.blob(),
    };
  }

  /** The same as a run: it survives a lost connection. @throws Refused */
  async reconstructLater(upload: Upload, told: (run: Run) => void = () => {}): Promise<Reconstruction> {
    const name = this.#apiKey === undefined ? 'POST /public/reconstruct' : 'POST /reconstruct_pdhm';
    const accepted = await this.#send(name, { body: upload, headers: { Prefer: 'respond-async' } });
    const { run_id } = (await accepted.json()) as Run;
    for (;;) {
      const run = await this.call('GET /runs/{run_id}', { path: { run_id } });
      told(run);
      if (run.problem) throw new Refused(run.problem);
      if (run.status === 'cancelled') throw new Error('the run was cancelled');
      if (run.evidence_report_id !== undefined) return this.#package(run.evidence_report_id);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  async #package(evidence_report_id: string): Promise<Reconstruction> {
    const path = { path: { evidence_report_id } };
    const answer =
      this.#apiKey === undefined
        ? await this.call('GET /public/results/{evidence_report_id}/package', path)
        : await this.call('GET /results/{evidence_report_id}/package', path);
    return { evidence_report_id, package: answer };
  }

  async #send(name: Name, { path = {}, query = {}, headers = {}, body }: Given): Promise<Response> {
    const [method = '', template = ''] = name.split(' ');
    const url = new URL(
      this.#url + template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key]!)),
    );
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(key, String(value));
    const sent = new Headers();
    for (const [key, value] of Object.entries(headers)) if (value !== undefined) sent.set(key, value);
    if (this.#apiKey !== undefined) sent.set('authorization', `Bearer ${this.#apiKey}`);
    const isUpload = name === 'POST /reconstruct_pdhm' || name === 'POST /public/reconstruct';
    if (body !== undefined && !isUpload) sent.set('content-type', 'application/json');
    const content = body === undefined ? {} : { body: isUpload ? formOf(body) : JSON.stringify(body) };
    const response = await fetch(url, { method, headers: sent, ...content });
    if (!response.ok) throw new Refused((await response.json()) as Problem);
    return response;
  }
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}
