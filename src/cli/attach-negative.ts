const NEGATIVE = /^-[\d.]/;

/** `--z-mm -3` as people write it: parseArgs takes a value that begins with a dash only behind `=`. */
export function attachNegative(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (NEGATIVE.test(arg) && args[i - 1]?.startsWith('--')) return [];
    const next = args[i + 1];
    return [arg.startsWith('--') && next !== undefined && NEGATIVE.test(next) ? `${arg}=${next}` : arg];
  });
}
