import { posix } from 'node:path';

/** Every circle among imports, as the sorted paths of the files that reach each other (Tarjan 1972, doi:10.1137/0201010). */
export function circles(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const walk = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const next of importsOf.get(file) ?? []) {
      if (!order.has(next)) walk(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || importsOf.get(file)?.includes(file)) found.push(circle.sort());
  };
  for (const file of importsOf.keys()) if (!order.has(file)) walk(file);
  return found;
}

/** The same of folders: which folder has a file that imports one of another folder of `src`. */
export function folderImports(importsOf: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [file, targets] of importsOf) {
    const folder = posix.dirname(file);
    const others = found.get(folder) ?? new Set();
    for (const target of targets) {
      const other = posix.dirname(target);
      if (target.startsWith('src/') && other !== folder) others.add(other);
    }
    found.set(folder, others);
  }
  return new Map([...found].map(([folder, others]) => [folder, [...others]]));
}
