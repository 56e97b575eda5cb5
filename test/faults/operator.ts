/**
 * The operator, in a process of its own beside the service: takes one order at a time over its channel and answers
 * each, with the services that `leith admin` calls.
 */
import { readConfig } from '../../src/start/config.ts';
import { openStorage } from '../../src/start/storage.ts';
import { deletePublicResults } from '../../src/services/deletion/delete-public-results.ts';
import { addHold } from '../../src/services/hold/add-hold.ts';
import { releaseHold } from '../../src/services/hold/release-hold.ts';
import { OperatorRefusal } from '../../src/services/operator-refusal.ts';
import { StorageUnavailable } from '../../src/services/ports/storage-unavailable.ts';

export interface Order {
  readonly verb: 'hold' | 'release' | 'delete';
  readonly evidence_report_id: string;
}

export type OrderAnswer =
  | { readonly done: readonly { readonly hold_id?: string; readonly archive_id: string }[] }
  | { readonly refused: string }
  | { readonly failed: string; readonly unavailable: boolean };

const by = 'A. Operator';
const reason = 'the fault test';

const config = readConfig(process.env);
if ('problems' in config) throw new Error(config.problems.join());
const storage = await openStorage(config);

async function obey({ verb, evidence_report_id: id }: Order): Promise<OrderAnswer> {
  try {
    if (verb === 'hold') return { done: [await addHold(storage, { package: id, by, reason })] };
    if (verb === 'release') return { done: await releaseHold(storage, { id, by, reason }) };
    const which = { evidence_report_id: id };
    const { deleted, held } = await deletePublicResults(storage, { which, by, dryRun: false });
    return held.length > 0 ? { refused: 'held' } : { done: [...deleted] };
  } catch (error) {
    if (error instanceof OperatorRefusal) return { refused: error.message };
    return { failed: (error as Error).stack!, unavailable: error instanceof StorageUnavailable };
  }
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send!(answer)));
process.once('disconnect', () => process.exit());
process.stderr.write('The operator is at work\n');
