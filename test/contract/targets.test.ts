import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './problem.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';

let service: LentService;
beforeAll(async () => {
  service = await lentService();
});

interface Catalogue {
  readonly count: number;
  readonly targets: readonly { readonly target_id: string; readonly drawing_url: string }[];
}

describe('calibration targets', () => {
  it('are listed with any key or none, and kept by those who have them', async () => {
    const url = `${service.url}/calibration/targets`;
    const open = await fetch(url);
    const text = await open.text();
    const { count, targets } = JSON.parse(text) as Catalogue;
    expect([open.status, count]).toEqual([200, targets.length]);
    expect(count).toBeGreaterThanOrEqual(10);
    const withKey = await fetch(url, { headers: { authorization: 'Bearer nonsense' } });
    expect(await withKey.text()).toBe(text);
    const again = await fetch(url, { headers: { 'if-none-match': open.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, open.headers.get('etag')]);
  });

  it('have drawings', async () => {
    const { targets } = (await (await fetch(`${service.url}/calibration/targets`)).json()) as Catalogue;
    const drawing = await fetch(new URL(targets[0]!.drawing_url, service.url));
    expect([drawing.status, drawing.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(await drawing.text()).toMatch(/^<svg/);
    await expectProblem(
      await fetch(`${service.url}/calibration/targets/ruler/drawing.svg`),
      404,
      'NOT_FOUND',
    );
  });
});
