import { readFile } from 'node:fs/promises';
import { verifyArchive } from '../../services/audit/verify-archive.ts';
import { OperatorRefusal } from '../../services/operator-refusal.ts';
import { count, type AdminAction } from './admin-action.ts';

const verify: AdminAction = {
  name: 'verify',
  usage: '[--remote] [--checkpoint <file>]',
  about: [
    'Reads the whole archive: every byte against its checksum, every entry of the log against the chain, the holds',
    'against the log, and looks for blobs that are missing or that nothing names. With --remote the copies on the',
    'separate storage host are read, too. The tree of the log is made anew and compared with every checkpoint that was',
    'signed, and with the one of --checkpoint, which you kept elsewhere: only that shows a log that was cut off together',
    'with its checkpoints. It changes nothing and can run beside the server. The exit code is 1 when',
    'something is wrong, and each fault is a line.',
  ],
  examples: ['leith admin verify', 'leith admin verify --remote --json > audit.json'],
  options: { remote: { type: 'boolean' }, checkpoint: { type: 'string' } },
  positionals: [0, 0],
  async execute({ remote, ...services }, { values, onProgress }) {
    const wanted = values['remote'] === true;
    if (wanted && !remote) {
      throw new OperatorRefusal('REMOTE_ARCHIVE_URL is not set: it says where the copies are');
    }
    const kept = values['checkpoint'];
    const checkpoints = typeof kept === 'string' ? [await keptCheckpoint(kept)] : [];
    const audit = await verifyArchive(
      { ...services, checkpoints, remote: wanted ? remote : null },
      onProgress,
    );
    const { faults } = audit;
    const read = [
      count(audit.packages, 'package'),
      count(audit.raw_uploads, 'raw upload'),
      count(audit.overlays, 'overlay of a profile', 'overlays of profiles'),
      count(audit.staged_uploads, 'upload of a run', 'uploads of runs'),
      ...(wanted ? [count(audit.remote_copies, 'remote copy', 'remote copies')] : []),
    ];
    const text = [
      ...faults,
      ...audit.unpublished.map(
        ({ blob_key, age_s }) =>
          `unpublished since ${age_s} s: ${blob_key} is being written, or will be removed within an hour.`,
      ),
      `Read ${read.join(', ')} (${audit.bytes_read} bytes) and ${count(audit.log_entries, 'entry', 'entries')} of the log.`,
      `Its tree has ${count(audit.tree_leaves, 'leaf', 'leaves')} and agrees with what ${count(audit.tree_checkpoints, 'checkpoint says', 'checkpoints say')}.`,
      `The log ends with ${audit.log_head}.`,
      faults.length === 0 ? 'Everything is as it should be.' : `${count(faults.length, 'fault')}.`,
    ];
    return { data: audit, text, failed: faults.length > 0 };
  },
};

async function keptCheckpoint(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new OperatorRefusal(`there is no file ${path}`);
  }
}

export const verifyActions = [verify];
