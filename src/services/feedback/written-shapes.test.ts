import examples from 'libphonenumber-js/mobile/examples';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { countriesThatWrite } from './written-shapes.ts';

it('knows in which groups every country writes its numbers, at home and abroad', () => {
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)!;
    const groups = (text: string): string[] => text.match(/\d+/g) ?? [];
    for (const way of [groups(number.formatNational()), groups(number.formatInternational()).slice(1)])
      if (way.length > 1) expect(countriesThatWrite(way), `${country} ${way.join(' ')}`).toContain(country);
  }
});

it('knows of groups that nobody writes', () => {
  expect(countriesThatWrite(['1', '2345', '6', '7890'])).toEqual([]);
  expect(countriesThatWrite(Array.from({ length: 10 }, () => '1'))).toEqual([]);
  expect(countriesThatWrite(['123', '456', '7890'])).toContain('US');
});
