import { setFlagsFromString } from 'node:v8';
import { memoryBytes } from './memory-room.ts';

/**
 * What the C library and V8 are told, both of which read it only when a process starts. A service allocates and frees
 * megabytes in many threads: glibc would keep up to 64 MB of them in each of eight arenas per core, and V8 lets the
 * young generation of a heap grow to 100 MB before it looks for what is dead.
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  // such blocks are mapped for themselves, and given back as soon as they are free: with 1 MiB here, what uploads had come in
  // (64 KiB at a time) left holes of 120 MB
  MALLOC_MMAP_THRESHOLD_: String(64 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
};
/**
 * V8 lets a heap whose contents hardly change grow by a tenth before it looks through all of it, and counts the memory of
 * typed arrays: that of one package had it look three times, which was a seventh of a request's processor time, and of a
 * sequence's a quarter. Three times as much as is alive is still little beside the arrays.
 */
const GROWING = '--heap-growing-percent=200';
const SEMI_SPACE = '--max-semi-space-size=16';

/**
 * V8 looks through all of a heap whenever 64 MB of typed arrays were made since, whatever became of them; most are freed
 * at once here. Counted with the rest, they have it look when all has grown by as much as above: that takes 6 to
 * 20 % less processor time for a request, and up to 70 MB more memory.
 */
const COUNTED = '--external-memory-accounted-in-global-limit';
/** With less there is no such memory to spare. */
const ROOMY_BYTES = 2e9;

/** What a process of the service is started with where whoever starts it says so at once. */
export const bounds = { variables: allocator, flags: [SEMI_SPACE, GROWING] } as const;

/**
 * Puts this process, as it was started, in its own place with a bound on what it keeps of freed memory. What whoever
 * starts it has set stays. Does nothing the second time, and where a process can't be replaced (Windows).
 */
export function boundMemory(): void {
  startAgainWith(bounds.variables, bounds.flags);
  // not a flag of the command line, which a Node that does not know it would refuse
  if (memoryBytes() >= ROOMY_BYTES) setFlagsFromString(COUNTED);
}

/** The same for a command that works through many frames, and ends: it only looks less often for what is dead. */
export function sweepLess(): void {
  startAgainWith({}, [GROWING]);
}

function startAgainWith(variables: Readonly<Record<string, string>>, flags: readonly string[]): void {
  const unset = Object.entries(variables).filter(([name]) => process.env[name] === undefined);
  const own = [...process.execArgv, ...(process.env.NODE_OPTIONS?.split(' ') ?? [])];
  const nameOf = (flag: string) => flag.slice(0, flag.indexOf('='));
  const absent = flags.filter((flag) => !own.some((known) => known.startsWith(nameOf(flag))));
  if (unset.length + absent.length === 0 || process.execve === undefined) return;
  const args = [process.argv0, ...absent, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...Object.fromEntries(unset) });
}
