import { layers, type Exception } from './layers.ts';
import type { Import, SourceFile } from './source-file.ts';

/** Every import against the rules as `file → import: why`, and the exceptions that no import needs. */
export function forbiddenImports(
  files: readonly SourceFile[],
  exceptions: readonly Exception[],
): { forbidden: string[]; stale: Exception[] } {
  const used = new Set<Exception>();
  const forbidden = files
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      file.imports.flatMap((found) => {
        const why = objection(file.path, found);
        if (why === undefined) return [];
        const exception = exceptions.find(
          (each) => each.file === file.path && covers(each.imports, found.target),
        );
        if (exception) used.add(exception);
        return exception ? [] : [`${file.path}:${found.line} → ${found.target}: ${why}`];
      }),
    );
  return { forbidden, stale: exceptions.filter((exception) => !used.has(exception)) };
}

function covers(pattern: string, target: string): boolean {
  if (pattern.endsWith('/') || pattern.endsWith('*')) return target.startsWith(pattern.replace(/\*$/, ''));
  return pattern === target;
}

const PORTS = 'src/services/ports/';

function objection(path: string, { target, typeOnly }: Import): string | undefined {
  const from = path.split('/')[1]!;
  const layer = layers[from];
  if (layer === undefined) return `src/${from} is no layer`;
  if (target === '?') return 'computed when the program runs, so nobody can check it';
  if (target === 'kernels/kernels.wasm') return undefined;
  if (!/^(src|test|bench|examples|kernels|bin)\//.test(target)) {
    return layer.modules.some((module) => covers(module, target))
      ? undefined
      : `not among the modules of ${from}`;
  }
  if (/\.(test|fixture)\.ts$/.test(target) || !target.startsWith('src/')) return 'not part of what ships';
  const to = target.split('/')[1]!;
  // whoever implements a port must not have to know a service
  if (path.startsWith(PORTS) && to === 'services' && !target.startsWith(PORTS))
    return 'a port knows no service';
  if (!layer.layers.includes(to)) return `${from} may not import ${to}`;
  if (layer.words === undefined || typeOnly || !['core', 'formats'].includes(to)) return undefined;
  return layer.words.some((word) => covers(word, target)) ? undefined : `${from} leaves the work to services`;
}
