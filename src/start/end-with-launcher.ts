/** How often a process that another one started looks whether that one is still there. */
const LOOK_MS = 1000;

/**
 * Where an older Node started this one and passes on what it is sent (bin/leith.mjs): ends, as if asked to, when that
 * process is gone. Who kills the program by its number would leave a server behind that holds port and data.
 */
export function endWithLauncher(): void {
  const launcher = Number(process.env.LEITH_LAUNCHER);
  delete process.env.LEITH_LAUNCHER;
  if (!(launcher > 0)) return;
  const looking = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
