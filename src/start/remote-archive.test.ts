import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { openRemoteArchive } from './remote-archive.ts';

async function open(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: '/srv/leith', ...environment });
  if ('problems' in config) throw new Error(config.problems.join());
  const remote = await openRemoteArchive(config);
  remote?.close();
  return remote;
}

const archive = 's3://leith/packages?endpoint=http%3A%2F%2Fstore.example.org';

it('is there only where it is asked for', async () => {
  expect(await open({})).toBeNull();
  expect(await open({ REMOTE_ARCHIVE_URL: '/srv/copies/leith' })).not.toBeNull();
  expect(await open({ ARCHIVE_URL: archive, REMOTE_ARCHIVE_URL: 's3://copies' })).not.toBeNull();
  expect(
    await open({ ARCHIVE_URL: archive, REMOTE_ARCHIVE_URL: archive.replace('packages', 'x') }),
  ).not.toBeNull();
});

it('does not lie among the originals', async () => {
  await expect(open({ REMOTE_ARCHIVE_URL: '/srv/x/../leith/' })).rejects.toThrow(
    'REMOTE_ARCHIVE_URL is DATA_DIR',
  );
  const sameStore = { ARCHIVE_URL: archive, REMOTE_ARCHIVE_URL: `${archive}%2F` };
  await expect(open(sameStore)).rejects.toThrow('REMOTE_ARCHIVE_URL is ARCHIVE_URL');
});

it('is refused with a reason where its address is none', async () => {
  await expect(open({ REMOTE_ARCHIVE_URL: 'https://example.org' })).rejects.toThrow('must begin with s3://');
});

it('has an account of its own whole or not at all', () => {
  const id = { REMOTE_ARCHIVE_ACCESS_KEY_ID: 'AKIAEXAMPLE' };
  const secret = { REMOTE_ARCHIVE_SECRET_ACCESS_KEY: 'hush' };
  for (const [half, missing] of [
    [id, 'REMOTE_ARCHIVE_SECRET_ACCESS_KEY'],
    [secret, 'REMOTE_ARCHIVE_ACCESS_KEY_ID'],
  ] as const) {
    const [name, value] = Object.entries(half)[0]!;
    expect(readConfig(half)).toEqual({ problems: [`${name} is not valid: is set without ${missing}`] });
    expect(JSON.stringify(readConfig(half))).not.toContain(value);
  }
  expect(readConfig({ ...id, ...secret })).toMatchObject({ ...id, ...secret });
});
