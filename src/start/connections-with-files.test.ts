import { expect, it } from 'vitest';
import { connectionsWithFiles } from './connections-with-files.ts';

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\n` +
  `Max processes             63472                63472                processes\n` +
  `Max open files            ${soft.padEnd(20)} 1048576              files\n`;

it('leaves each connection a file beside it', () => {
  expect(connectionsWithFiles(limits('1024'))).toBe(448);
  expect(connectionsWithFiles(limits('100'))).toBe(8);
  expect(connectionsWithFiles(limits('unlimited'))).toBe(Infinity);
  expect(connectionsWithFiles('')).toBe(Infinity);
  // of this very process
  expect(connectionsWithFiles()).toBeGreaterThan(0);
});
