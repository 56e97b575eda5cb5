import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  remove(): void;
}

/** A file system of its own with room for so many KiB, or tells why there is none: mounting takes root on Linux. */
export function mountSmallDisk(kibibytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'leith-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    console.warn('A small disk can’t be mounted here (that takes root): what needs one is skipped.');
    return null;
  }
  const remove = (): void => {
    process.off('exit', remove);
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  };
  process.once('exit', remove);
  return { folder, remove };
}
