import { describe, expect, test } from 'vitest';
import type { FormState } from './form-state.ts';
import { takeFiles } from './take-files.ts';

const form = (mode: string, background: File | null = null): FormState => ({
  ...{ values: { holography_mode: mode }, distance: 'known', frames: [], left: [], background },
  ...{ profileId: null, isWithoutFrame: false },
});
const file = (name: string) => new File(['x'], name);

function taken(mode: string, names: readonly string[], background: File | null = null) {
  const { frames, left, ...rest } = takeFiles(form(mode, background), names.map(file));
  const found = rest.background ? { background: rest.background.name } : {};
  return { frames: frames.map(({ name }) => name), left: left.map(({ name }) => name), ...found };
}

describe('files that are dropped on the form', () => {
  test('off-axis the first frame by its number is taken, and no other is lost', () => {
    expect(taken('off-axis', ['cell 10.tif', 'notes.txt', 'cell 2.tif', '.hidden.tif'])).toEqual({
      frames: ['cell 2.tif'],
      left: ['cell 10.tif'],
    });
  });

  test('in-line all frames of a folder are the stack', () => {
    expect(taken('inline', ['z 2.png', 'z 1.png', 'rig.json'])).toEqual({
      frames: ['z 1.png', 'z 2.png'],
      left: [],
    });
  });

  test('of two the one that is called background is the background, unless there is one', () => {
    const both = ['background.png', 'bead.png'];
    expect(taken('off-axis', both)).toEqual({
      ...{ frames: ['bead.png'], left: [] },
      background: 'background.png',
    });
    expect(taken('off-axis', both, file('other.png')).left).toEqual(['bead.png']);
  });

  test('what is no frame is taken where there is nothing else, to be told why it is none', () => {
    expect(taken('off-axis', ['b.txt', 'a.txt']).frames).toEqual(['b.txt']);
  });
});
