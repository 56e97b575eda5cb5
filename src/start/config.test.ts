import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig, variables } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', DATA_DIR: './data' });
    expect(readConfig({ PORT: '', UNRELATED: 'x' })).toMatchObject({ PORT: 8080 });
  });

  it('reads numbers and addresses', () => {
    expect(readConfig({ PORT: '0', WORKERS: '3', BASE_URL: 'https://leith.example.org/a/' })).toMatchObject({
      PORT: 0,
      WORKERS: 3,
      BASE_URL: 'https://leith.example.org/a',
    });
  });

  it('lists everything that is wrong', () => {
    const result = readConfig({ PORT: '80a', WORKERS: '0', BASE_URL: 'example.org', LOG_LEVEL: 'loud' });
    expect('problems' in result && result.problems.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'BASE_URL',
      'WORKERS',
      'LOG_LEVEL',
    ]);
  });
});

describe('describeConfig', () => {
  it('has a line for each variable, with what it means', () => {
    const lines = describeConfig().split('\n');
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(Object.keys(variables));
    for (const line of lines) expect(line.trim().split(/ {2,}/)).toHaveLength(3);
  });
});
