/**
 * What the C library and V8 are told, both of which read it only when a process starts. A service allocates and frees
 * megabytes in many threads: glibc would keep up to 64 MB of them in each of eight arenas per core, and V8 lets the
 * young generation of a heap grow to 100 MB before it looks for what is dead.
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  // larger blocks are mapped for themselves, and given back as soon as they are free
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
};
const SEMI_SPACE = '--max-semi-space-size';
const SEMI_SPACE_MB = 16;

/**
 * Puts this process, as it was started, in its own place with a bound on what it keeps of freed memory. What whoever
 * starts it has set stays. Does nothing the second time, and where a process can't be replaced (Windows).
 */
export function boundMemory(): void {
  const unset = Object.entries(allocator).filter(([name]) => process.env[name] === undefined);
  if (unset.length === 0 || process.execve === undefined) return;
  const own = [...process.execArgv, ...(process.env.NODE_OPTIONS?.split(' ') ?? [])];
  const flags = own.some((flag) => flag.startsWith(SEMI_SPACE)) ? [] : [`${SEMI_SPACE}=${SEMI_SPACE_MB}`];
  const args = [process.argv0, ...flags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...Object.fromEntries(unset) });
}
