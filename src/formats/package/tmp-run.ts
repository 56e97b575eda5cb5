import { writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { beadReconstruction, packageContext } from './bead-reconstruction.fixture.ts';
import { buildPackage } from './build-package.ts';
const rec = beadReconstruction(1080, 1920, { height: true });
for (let i = 0; i < 8; i++) {
  const t = performance.now();
  const p = await buildPackage(rec, packageContext());
  console.log((performance.now() - t).toFixed(1), p.bytes, p.chunks.length);
}
for (const [r, c, n] of [
  [1080, 1920, 'big'],
  [96, 160, 'small'],
] as const) {
  const p = await buildPackage(beadReconstruction(r, c, { height: true }), packageContext());
  rmSync('/tmp/pkg-' + n, { recursive: true, force: true });
  mkdirSync('/tmp/pkg-' + n, { recursive: true });
  writeFileSync(`/tmp/pkg-${n}/r.zip`, Buffer.concat(p.chunks));
  console.log(p.payload_sha256, p.sha256);
}
