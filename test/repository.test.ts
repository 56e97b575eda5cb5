import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const at = (path: string) => new URL(path, root);

/** What is committed, or would be by `git add .`. */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(at(path)));

const textPaths = paths.filter((path) =>
  /(\.(ts|tsx|js|mjs|json|md|py|c|html|css|sql)|\.ci\/run)$/.test(path),
);
const textOf = (path: string) => readFileSync(at(path), 'utf8');
const pages = paths.filter((path) => path.endsWith('.md'));

/** `path:line: match` for each line of the files that the pattern finds something in. */
function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

describe('what is committed', () => {
  it('names no folder of a developer’s machine', () => {
    expect(linesWith(/(?<![\w.)}])\/(?:work|home|root|tmp|Users|mnt)\/\w/, textPaths)).toEqual([]);
  });

  it('names no package registry: installing asks the one that the machine is set up for', () => {
    const others = textPaths.filter((path) => path !== 'package-lock.json');
    expect(linesWith(/\bhttps?:\/\/(?:registry|deb|pypi|npm)\.[a-z]/i, others)).toEqual([]);
    expect(textOf('package-lock.json')).not.toMatch(/"resolved":/);
  });

  it('has no test that is switched off for all or that silences the others, and no note to self', () => {
    const code = textPaths.filter((path) => /\.(ts|tsx|js|mjs)$/.test(path));
    expect(linesWith(/\b(?:it|test|describe)\.(?:only|skip|todo|fails)\b/, code)).toEqual([]);
    expect(linesWith(/\b(?:TO-?DO|FIX-?ME|X-?X-?X)\b/, textPaths)).toEqual([]);
  });

  it('holds no large file', () => {
    const size = (path: string) => statSync(at(path)).size;
    expect(paths.filter((path) => size(path) > 1_500_000)).toEqual([]);
    expect(paths.filter((path) => path.startsWith('docs/images/') && size(path) > 150_000)).toEqual([]);
  });
});

describe('documents', () => {
  const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts);

  it('name only scripts that package.json has', () => {
    const named = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\bnpm run ([\w:-]+)|\bnpm (start|test)\b/g)].map(([, run, short]) => ({
        path,
        script: run ?? short!,
      })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ script }) => !scripts.includes(script))).toEqual([]);
  });

  it('start and test the service with one command each, in a block of its own', () => {
    const blocks = [...textOf('README.md').matchAll(/^```sh\n([^]*?)\n```$/gm)].map(([, text]) => text);
    expect(blocks.slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  });

  it('name only commands that the command line has', () => {
    const commands = [
      ...new Set(paths.flatMap((path) => /^src\/cli\/commands\/(\w+)[\w-]*\.ts$/.exec(path)?.[1] ?? [])),
    ];
    const named = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\bnpx leith (\w+)/g)].map(([, command]) => ({ path, command: command! })),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter(({ command }) => !commands.includes(command))).toEqual([]);
  });

  it('link only to files that are there', () => {
    const broken = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^([a-z]+:|\/)/.test(target)) // other sites, and paths of the service
        .filter((target) => !existsSync(at(posix.join(posix.dirname(path), target))))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('link only to headings that are there', () => {
    // as code hosts make an anchor of a heading
    const anchors = (path: string) =>
      [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
      );
    const links = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\]\(([^)#\s:]*\.md)?#([^)\s]+)\)/g)].map(([, target, anchor]) => ({
        ...{ path, anchor: anchor! },
        target: target === undefined ? path : posix.join(posix.dirname(path), target),
      })),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ target, anchor }) => !anchors(target).includes(anchor))).toEqual([]);
  });

  it('name only source files that are there', () => {
    const named = pages.flatMap((path) =>
      [...textOf(path).matchAll(/`((?:src|kernels|test|bench|examples|docs|bin)\/[\w./-]+)`/g)].map(
        ([, target]) => ({
          path,
          target: target!,
        }),
      ),
    );
    expect(named.filter(({ target }) => !existsSync(at(target)))).toEqual([]);
  });
});
