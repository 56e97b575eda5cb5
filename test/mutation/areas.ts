/** Code that decides, and the tests that are to notice when it decides wrongly. */
export interface Area {
  readonly files: readonly RegExp[];
  /** test files, or how their paths begin, the quick ones first */
  readonly tests: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  focus: {
    files: [/^src\/core\/focus\//, /^src\/core\/inline\/focus\//],
    tests: [
      'src/core/inline/focus/planes',
      'src/core/inline/focus/describe-focus',
      'src/core/inline/focus/metrics/',
      'src/core/focus/extremum',
      'src/core/focus/sharpness',
      'src/core/inline/focus/',
      'src/core/focus/',
      'src/core/inline/focus/autofocus-inline',
    ],
  },
  judge: {
    files: [/^src\/core\/calibrate\/judge\//],
    tests: ['src/core/calibrate/judge/', 'src/core/calibrate/judge/distance-doubt'],
  },
  background: {
    files: [/^src\/core\/phase\/(background|legendre|tiles|smooth)/],
    tests: [
      'src/core/phase/legendre',
      'src/core/phase/smooth-series',
      'src/core/phase/tiles',
      'src/core/phase/background',
    ],
  },
  frames: {
    files: [
      /^src\/core\/field\/(recorded-part|colour-mosaic)/,
      /^src\/core\/light\/(unlit-pixels|normalise-inline)/,
      /^src\/core\/off-axis\/reference\/divided-structure/,
      /^src\/core\/uncertainty\/divided-out/,
    ],
    tests: [
      'src/core/field/',
      'src/core/light/',
      'src/core/off-axis/reference/divided-structure',
      'src/core/uncertainty/divided-out',
      'src/core/uncertainty/stray-light',
    ],
  },
  runs: {
    files: [/^src\/services\/run\//],
    tests: ['src/services/run/', 'src/services/run/perform-run'],
  },
  package: {
    files: [/^src\/formats\/package\//],
    tests: ['src/formats/package/', 'src/formats/package/build-package'],
  },
};
