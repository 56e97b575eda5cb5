/** A digest in base64url that begins as an option does, as one in 64 does. */
const DASHED = /^-[\w-]{42}$/;

/** `--root -kid` as `--root=-kid`, which parseArgs takes. */
export function attachKid(args: readonly string[], option: string): string[] {
  const attached: string[] = [];
  for (const arg of args) {
    if (DASHED.test(arg) && attached.at(-1) === option) attached[attached.length - 1] = `${option}=${arg}`;
    else attached.push(arg);
  }
  return attached;
}

/** Such digests, and the other arguments. */
export function takeKids(args: readonly string[]): { readonly kids: string[]; readonly others: string[] } {
  return {
    kids: args.filter((arg) => DASHED.test(arg)),
    others: args.filter((arg) => !DASHED.test(arg)),
  };
}
