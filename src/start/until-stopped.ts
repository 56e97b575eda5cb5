/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** A signal that Ctrl-C, or whoever ends the program, gives; the second time it ends at once. */
export function untilStopped(): AbortSignal & Disposable {
  const stop = new AbortController();
  const onSignal = (): void => {
    // who asks twice does not want to wait
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  return Object.assign(stop.signal, {
    [Symbol.dispose]: () => signals.forEach((name) => process.off(name, onSignal)),
  });
}
