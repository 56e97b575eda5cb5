import { getCountries, Metadata, type CountryCode } from 'libphonenumber-js/max';

/** One of the ways in which a country writes numbers, as the library has it. */
interface Format {
  /** the groups of its digits: `(\d{3})(\d{3,4})(\d{4})` */
  pattern(): string;
  /** where they are put: `$1 $2-$3`, digits of its own among them */
  format(): string;
  internationalFormat(): string;
  /** what is put in place of the first: `0$1` */
  nationalPrefixFormattingRule(): string | null | undefined;
}

let countriesOf: ReadonlyMap<string, readonly CountryCode[]> | null = null;

/** The countries that write some of their numbers in groups of so many digits. */
export function countriesThatWrite(groups: readonly string[]): readonly CountryCode[] {
  countriesOf ??= allShapes();
  return countriesOf.get(groups.map(({ length }) => length).join('-')) ?? [];
}

function allShapes(): ReadonlyMap<string, readonly CountryCode[]> {
  const found = new Map<string, Set<CountryCode>>();
  for (const country of getCountries()) {
    for (const shape of shapesOf(country)) {
      if (!found.has(shape)) found.set(shape, new Set());
      found.get(shape)!.add(country);
    }
  }
  return new Map([...found].map(([shape, countries]) => [shape, [...countries]]));
}

function shapesOf(country: CountryCode): string[] {
  const metadata = new Metadata() as Metadata & { formats(): Format[] };
  metadata.selectNumberingPlan(country);
  return metadata.formats().flatMap((format) => {
    const national = format.format();
    const prefix = format.nationalPrefixFormattingRule();
    const written = [national, format.internationalFormat()];
    if (prefix) written.push(national.replace(/(\$\d)/, prefix));
    const groups = groupsIn(format.pattern());
    return written.flatMap((way) => shapesIn(way, groups));
  });
}

/** Of how many digits each group may be. @throws where the library has come to write them another way */
function groupsIn(pattern: string): number[][] {
  if (!/^(?:\(\\d(?:\{\d+(?:,\d+)?\})?\))+$/.test(pattern)) throw new Error(`groups of ${pattern}`);
  return [...pattern.matchAll(/\(\\d(?:\{(\d+)(?:,(\d+))?\})?\)/g)].map(([, least = '1', most = least]) =>
    Array.from({ length: Number(most) - Number(least) + 1 }, (_, k) => Number(least) + k),
  );
}

function shapesIn(way: string, groups: readonly (readonly number[])[]): string[] {
  const runs = way.match(/(?:\$\d|\d)+/g)!.map((run) => run.match(/\$\d|\d/g)!);
  let shapes: readonly (readonly number[])[] = [[]];
  for (const run of runs) {
    const lengths = run.reduce<readonly number[]>(
      (sums, sign) => {
        const own = sign.startsWith('$') ? groups[Number(sign[1]) - 1]! : [1];
        return sums.flatMap((sum) => own.map((length) => sum + length));
      },
      [0],
    );
    shapes = shapes.flatMap((shape) => lengths.map((length) => [...shape, length]));
  }
  return shapes.map((shape) => shape.join('-'));
}
