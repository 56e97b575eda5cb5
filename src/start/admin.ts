import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PasswordsArgon2 } from '../adapters/passwords-argon2/passwords-argon2.ts';
import { StorageRefused } from '../adapters/storage-refused.ts';
import type { AdminServices } from '../cli/commands/admin-action.ts';
import { OperatorRefusal } from '../services/operator-refusal.ts';
import { readConfig } from './config.ts';
import { openRemoteArchive } from './remote-archive.ts';
import { openStorage } from './storage.ts';

/**
 * Opens what the operator's commands work on, as the environment names it.
 * @param environment that of this process, unless somebody else is the operator
 * @throws OperatorRefusal, StorageUnavailable
 */
export async function openForAdmin(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<AdminServices> {
  const config = readConfig(environment);
  if ('problems' in config) {
    throw new OperatorRefusal(`the environment is not valid:\n  ${config.problems.join('\n  ')}`);
  }
  // a command given in the wrong folder must not make an empty archive and find it in order
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'leith.db'))) {
    throw new OperatorRefusal(`there is no leith.db in ${resolve(config.DATA_DIR)}: is DATA_DIR right?`);
  }
  try {
    const remote = await openRemoteArchive(config);
    const storage = await openStorage(config);
    return {
      ...storage,
      ...{ remote, passwords: new PasswordsArgon2() },
      async close() {
        await storage.close();
        remote?.close();
      },
    };
  } catch (error) {
    if (error instanceof StorageRefused) throw new OperatorRefusal(error.message);
    throw error;
  }
}
