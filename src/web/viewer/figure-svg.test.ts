import { describe, expect, it } from 'vitest';
import { figureSvg } from './figure-svg.ts';

const svg = figureSvg(
  {
    map: { title: 'Height <1 & 2>', unit: 'nm', rows: 50, cols: 100, pixelSizeUm: { x: 0.5, y: 0.5 } },
    colours: 'viridis',
    range: { min: 0, max: 10 },
    marks: {
      lines: [{ from: { x: 10, y: 20 }, to: { x: 30, y: 20 } }],
      regions: [{ x: 4, y: 6, width: 20, height: 10, shape: 'ellipse' }],
    },
    caption: ['Evidence report evr_1'],
  },
  'data:image/png;base64,AAAA',
);
const number = (pattern: RegExp) => Number(pattern.exec(svg)![1]);

describe('a figure', () => {
  it('has a scale bar as long as it says, of the map as it is drawn', () => {
    const image = number(/<image [^>]*width="([\d.]+)"/);
    const um = number(/data-um="([\d.]+)"/);
    const bar = number(/<rect [^>]*width="([\d.]+)" height="5" data-um/);
    expect(bar / image).toBeCloseTo(um / (100 * 0.5), 9);
    expect(number(/<image [^>]*height="([\d.]+)"/)).toBeCloseTo(image / 2, 9);
  });

  it('holds marks as lines where they are on the map, and words that stay words', () => {
    expect(svg).toContain('<line x1="10.5" y1="20.5" x2="30.5" y2="20.5"');
    expect(svg).toContain('<ellipse cx="14" cy="11" rx="10" ry="5"');
    expect(svg).toContain('Height &lt;1 &amp; 2>, nm');
    expect(svg).toContain('Evidence report evr_1');
    expect(svg.match(/<stop /g)!.length).toBe(33);
  });
});
