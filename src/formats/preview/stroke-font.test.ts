import { describe, expect, it } from 'vitest';
import { Canvas } from './canvas.ts';
import { grey } from './colour-map.ts';
import { drawText, labelStyle, textWidth } from './draw-text.ts';
import { hasGlyph } from './stroke-font.ts';

const printed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;-–−+±=×/()|·°%µπσ';

function picture(text: string): string {
  const canvas = new Canvas(60, 40, grey);
  drawText(canvas, text, 8, 8, labelStyle);
  return canvas.pixels.join();
}

describe('stroke font', () => {
  it('has every character that pictures use, each unlike the others', () => {
    const characters = [...printed];
    expect(characters.filter((character) => !hasGlyph(character))).toEqual([]);
    expect(new Set(characters.map(picture)).size).toBe(characters.length);
  });

  it('draws within the width it announces, a pen around', () => {
    const canvas = new Canvas(300, 40, grey);
    const empty = canvas.pixels[0];
    const text = 'Phase 0.5 µm (Q)';
    drawText(canvas, text, 10, 10, labelStyle);
    const inked = [...canvas.pixels.keys()].filter((i) => canvas.pixels[i] !== empty).map((i) => i % 300);
    expect(Math.min(...inked)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...inked)).toBeLessThanOrEqual(10 + textWidth(text, labelStyle) + 2);
  });
});
