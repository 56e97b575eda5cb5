import { createHash } from 'node:crypto';
import type { DeletionReceipt } from '../../src/services/deletion/delete-account-data.ts';
import type { Item, Owner } from './item.ts';
import type { Ledger } from './ledger.ts';
import type { Programs } from './programs.ts';
import type { Span } from './span.ts';
import { send, uploadOf, type Reply, type Request } from './sender.ts';

interface Run {
  readonly run_id: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly evidence_report_id?: string;
  readonly problem?: unknown;
}

interface Summary {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly package: { readonly sha256: string };
}

export interface ClientServices {
  readonly ledger: Ledger;
  readonly programs: Programs;
  readonly hologram: Uint8Array<ArrayBuffer>;
}

/** What one person does over HTTP: each answer is written down, and compared with what was answered before. */
export class Client {
  readonly owner: Owner;
  readonly #services: ClientServices;

  constructor(services: ClientServices, owner: Owner) {
    this.#services = services;
    this.owner = owner;
  }

  /** @returns the new item; null: no answer; `later`: the request with this key is still being worked on, or no room */
  async upload(async: boolean, key?: string): Promise<Item | 'later' | null> {
    const { ledger, hologram } = this.#services;
    const span = ledger.spans.begin();
    const reply = await this.#send(this.owner.apiKey === null ? '/public/reconstruct' : '/reconstruct_pdhm', {
      ...{ method: 'POST', body: uploadOf(hologram) },
      headers: {
        ...(async ? { prefer: 'respond-async' } : { accept: 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    });
    if (!this.#end(span, reply)) return reply && 'later';
    if (reply.code === 'IDEMPOTENCY_IN_PROGRESS') return 'later';
    if (reply.status === 201 && !async) return this.#takeResult(reply, span, key);
    if (reply.status === 202 && async) return this.#takeRun(reply, span.sent, key);
    this.#unexpected('an upload', reply);
    return 'later';
  }

  #takeResult(reply: Reply, span: Span, key: string | undefined): Item {
    const { ledger } = this.#services;
    const { evidence_report_id: id, archive_id, package: stored } = reply.json<Summary>();
    const again = this.#answeredBefore(key, id);
    if (again) return again;
    const item = ledger.addItem(this.owner, span, null);
    item.evidenceReportId = id;
    item.archiveId = archive_id;
    item.sha256 = stored.sha256;
    ledger.acknowledge('results');
    return item;
  }

  #takeRun(reply: Reply, sent: number, key: string | undefined): Item {
    const { run_id } = reply.json<Run>();
    const again = this.#answeredBefore(key, run_id);
    if (again) return again;
    this.#services.ledger.acknowledge('accepted runs');
    return this.#services.ledger.addItem(this.owner, { sent, ended: Infinity, outcome: 'open' }, run_id);
  }

  /** The same key is always answered with the same result. */
  #answeredBefore(key: string | undefined, id: string): Item | undefined {
    if (key === undefined) return undefined;
    const { ledger } = this.#services;
    const known = ledger.byKey.get(key);
    ledger.byKey.set(key, known ?? id);
    if (known === undefined) return undefined;
    if (known !== id) ledger.report(`the key of ${known} was answered with ${id}`);
    ledger.count('answers given again');
    return this.owner.items.find(({ runId, evidenceReportId }) => known === (runId ?? evidenceReportId));
  }

  /** @returns whether nothing more will happen to the run */
  async follow(item: Item): Promise<boolean> {
    const { ledger } = this.#services;
    const wasCancelled = item.isCancelled;
    const reply = await this.#send(`/runs/${item.runId}`);
    if (!reply || reply.status === 503) return false;
    if (reply.status === 404) return this.#gone(item, 'its run');
    if (reply.status !== 200) return (this.#unexpected('a run', reply), false);
    const { status, evidence_report_id, problem } = reply.json<Run>();
    if (status === 'failed') ledger.report(`${item.name} failed: ${JSON.stringify(problem)}`);
    if (status === 'cancelled' && item.cancels.length === 0)
      ledger.report(`${item.name}: nobody cancelled it`);
    if ((wasCancelled && status !== 'cancelled') || (item.sha256 !== null && status !== 'succeeded')) {
      ledger.report(`${item.name}: is ${status}, after it had ended otherwise`);
    }
    if (status !== 'succeeded') return status === 'failed' || status === 'cancelled';
    const id = evidence_report_id!;
    if (item.evidenceReportId !== null && item.evidenceReportId !== id) {
      ledger.report(`${item.name} has another result by now: ${id}`);
    }
    item.evidenceReportId = id;
    if (item.made.outcome === 'open') {
      ledger.spans.end(item.made, 'done');
      ledger.acknowledge('runs seen to succeed');
    }
    return (await this.look(item)) && (item.sha256 !== null || item.gone);
  }

  /** Fetches the package, and compares it with what is known of it. @returns whether there was an answer */
  async look(item: Item): Promise<boolean> {
    const { ledger } = this.#services;
    const mustBeGone = item.mustBeGone;
    const path = `/results/${item.evidenceReportId}/package`;
    const reply = await this.#send(this.owner.apiKey === null ? `/public${path}` : path);
    if (!reply || reply.status === 503) return false;
    if (reply.status === 404) return this.#gone(item, 'its package');
    if (reply.status !== 200) return (this.#unexpected('a package', reply), false);
    ledger.count('packages read');
    if (mustBeGone) ledger.report(`${item.name} was deleted and is still there`);
    const sha256 = createHash('sha256').update(reply.bytes).digest('hex');
    const told = /sha-256=:(.*):/.exec(reply.headers.get('repr-digest') ?? '')?.[1] ?? '';
    if (sha256 !== (item.sha256 ?? Buffer.from(told, 'base64').toString('hex'))) {
      ledger.report(`${item.name}: its bytes are not those that were acknowledged`);
    }
    item.sha256 = sha256;
    item.archiveId = reply.headers.get('archive-id');
    return true;
  }

  async delete(item: Item): Promise<void> {
    const { ledger } = this.#services;
    const span = ledger.spans.begin();
    item.deletions.push(span);
    const reply = await this.#send(`/results/${item.evidenceReportId}`, { method: 'DELETE' });
    if (!this.#end(span, reply)) return;
    if (reply.status === 204) {
      ledger.acknowledge('deleted results');
      if (item.wasHeld(span)) ledger.report(`${item.name} was deleted while it was held`);
    } else if (reply.status === 404) this.#gone(item, 'what was to be deleted', span);
    else if (reply.code === 'DATA_UNDER_LEGAL_HOLD') {
      ledger.acknowledge('deletions refused under a hold');
      if (item.wasFree(span)) ledger.report(`${item.name} can’t be deleted, and nothing holds it`);
    } else this.#unexpected('a deletion', reply);
  }

  async deleteAll(): Promise<void> {
    const { ledger } = this.#services;
    const span = ledger.spans.begin();
    this.owner.deletions.push(span);
    const reply = await this.#send('/users/me/data', { method: 'DELETE' });
    if (!this.#end(span, reply)) return;
    if (reply.status === 200) {
      ledger.acknowledge('deletions of all data');
      ledger.receipts.push(reply.json<DeletionReceipt>());
    } else if (reply.code === 'DATA_UNDER_LEGAL_HOLD') {
      ledger.acknowledge('deletions refused under a hold');
      const free = this.owner.items.filter((item) => item.made.ended < span.sent && item.wasFree(span));
      for (const item of free) {
        if (!item.mayBeGone(span) && !item.gone)
          ledger.report(`all data are held, they say; not ${item.name}`);
      }
    } else this.#unexpected('a deletion of all data', reply);
  }

  async cancel(item: Item): Promise<void> {
    const { ledger } = this.#services;
    const span = ledger.spans.begin();
    const wasDone = item.made.outcome === 'done';
    item.cancels.push(span);
    const reply = await this.#send(`/runs/${item.runId}`, { method: 'DELETE' });
    if (!this.#end(span, reply)) return;
    if (reply.status === 200) {
      ledger.acknowledge('cancelled runs');
      if (wasDone) ledger.report(`${item.name} was cancelled after it had succeeded`);
    } else if (reply.status === 404) this.#gone(item, 'what was to be cancelled', span);
    else if (reply.code !== 'RUN_ENDED') this.#unexpected('a cancellation', reply);
  }

  /** @returns whether it is known what came of it; a 503 is not a promise that nothing did */
  #end(span: Span, reply: Reply | null): reply is Reply {
    const { spans } = this.#services.ledger;
    if (!reply || reply.status === 503) return (spans.lose(span), false);
    spans.end(span, reply.status < 300 ? 'done' : 'refused');
    return true;
  }

  #gone(item: Item, what: string, except?: Span): true {
    // a run that was cancelled goes with all data, at any time
    const cancelled = item.cancels.length > 0 && this.owner.deletions.length > 0;
    if (!item.mayBeGone(except) && !item.gone && !cancelled) {
      this.#services.ledger.report(`${item.name}: ${what} is lost, and nobody deleted it`);
    }
    item.gone = true;
    return true;
  }

  async #send(path: string, request: Request = {}): Promise<Reply | null> {
    const { ledger, programs } = this.#services;
    const { apiKey } = this.owner;
    const reply = await send((await programs.url()) + path, { apiKey, ...request });
    if (!reply) ledger.count('requests cut off');
    if (reply?.status === 503) {
      ledger.count(`503 ${reply.code}`);
      if (!reply.headers.has('retry-after')) ledger.report(`503 ${reply.code} without Retry-After`);
    }
    return reply;
  }

  #unexpected(what: string, { status, bytes }: Reply): void {
    const { ledger, programs } = this.#services;
    const said = status === 500 ? `\n${programs.said.join('\n')}` : '';
    ledger.report(`${what} of ${this.owner.name} was answered with ${status} ${bytes.toString()}${said}`);
  }
}
