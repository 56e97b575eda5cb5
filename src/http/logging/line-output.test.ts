import { expect, it } from 'vitest';
import { LineOutput, type Output } from './line-output.ts';

class Memory implements Output {
  readonly written: string[] = [];
  writableLength = 0;
  fail: (error: NodeJS.ErrnoException) => void = () => {};

  write(text: string): void {
    this.written.push(text);
  }

  on(_event: 'error', listener: (error: NodeJS.ErrnoException) => void): void {
    this.fail = listener;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('hands over the lines of one turn together, in their order', async () => {
  const memory = new Memory();
  const output = new LineOutput(() => memory);
  output.write('a\n');
  output.write('b\n');
  expect(memory.written).toEqual([]);
  await turn();
  expect(memory.written).toEqual(['a\nb\n']);
  output.write('c\n');
  output.flush();
  await turn();
  expect(memory.written).toEqual(['a\nb\n', 'c\n']);
});

it('leaves lines out where nobody takes them, and says how many', () => {
  const memory = new Memory();
  const output = new LineOutput(() => memory);
  memory.writableLength = 100e6;
  output.write('a\n');
  output.write('b\n');
  output.flush();
  output.write('c\n');
  output.flush();
  expect(memory.written).toEqual([]);
  memory.writableLength = 0;
  output.write('d\n');
  output.flush();
  const [first, second] = memory.written.join('').split('\n');
  expect(JSON.parse(first!)).toMatchObject({ level: 40, lines: 3 });
  expect(second).toBe('d');
});

it('does not mind that nobody reads any more, and does mind other errors', () => {
  const memory = new Memory();
  const output = new LineOutput(() => memory);
  output.write('a\n');
  output.flush();
  const error = (code: string) => Object.assign(new Error(code), { code });
  expect(() => memory.fail(error('EPIPE'))).not.toThrow();
  expect(() => memory.fail(error('ENOSPC'))).toThrow('ENOSPC');
});
