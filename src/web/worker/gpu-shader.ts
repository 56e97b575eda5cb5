/** The longest line that a workgroup transforms in the memory that every adapter grants it (16 KiB), and in twice that. */
export const LONGEST = 2048;
export const LONGEST_WITH_MORE = 4096;

/** Threads of a workgroup, which is one line of the field. */
const THREADS = 256;

/**
 * A field at another distance, in WGSL: the transfer function of `applyTransfer` in kernels/propagate.ts, the inverse
 * transform, and the colours. Lines have a power of two samples and are transformed by Stockham's radix 2 in the memory of
 * a workgroup (Govindaraju et al., doi:10.1109/SC.2008.5213922, fig. 2).
 */
export const SHADER = /* wgsl */ `
override N: u32;
override LONGEST: u32;

struct Settings {
  rows: u32, cols: u32, shownRows: u32, shownCols: u32,
  stepX: f32, stepY: f32, limitX: f32, limitY: f32,
  wavelength: f32, z: f32, outside: f32, isPhase: u32,
  least: f32, scale: f32,
}

@group(0) @binding(0) var<uniform> given: Settings;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> work: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> picture: array<u32>;
@group(0) @binding(4) var<storage, read> colours: array<u32>;
// exp(πi k / (LONGEST / 2)), k from 0 to LONGEST / 2 − 1: the sines of a graphics processor are too coarse
@group(0) @binding(5) var<storage, read> roots: array<vec2f>;

var<workgroup> line: array<vec2f, N>;

fn times(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

/** In place; sign −1: forward. Each thread holds what it has read while all others read. */
fn transform(thread: u32, sign: f32) {
  workgroupBarrier();
  for (var span = 1u; span < N; span *= 2u) {
    var held: array<vec4f, ${LONGEST_WITH_MORE / 2 / THREADS}>;
    var count = 0u;
    for (var j = thread; j < N / 2; j += ${THREADS}u) {
      let root = roots[(j % span) * (LONGEST / 2 / span)];
      let turned = times(line[j + N / 2], vec2f(root.x, sign * root.y));
      held[count] = vec4f(line[j] + turned, line[j] - turned);
      count++;
    }
    workgroupBarrier();
    count = 0u;
    for (var j = thread; j < N / 2; j += ${THREADS}u) {
      let to = (j / span) * 2 * span + j % span;
      line[to] = held[count].xy;
      line[to + span] = held[count].zw;
      count++;
    }
    workgroupBarrier();
  }
}

fn frequency(index: u32, count: u32) -> f32 {
  return select(f32(index), f32(index) - f32(count), 2 * index >= count);
}

/** exp(2πi z (√(1/λ² − f²) − 1/λ)), without the difference of two large numbers. */
fn transfer(fx: f32, fy: f32) -> vec2f {
  let sine2 = given.wavelength * given.wavelength * (fx * fx + fy * fy);
  if (abs(fx) > given.limitX || abs(fy) > given.limitY || sine2 >= 1) { return vec2f(0); }
  let turns = -given.z * sine2 / (given.wavelength * (1 + sqrt(1 - sine2)));
  let angle = 6.28318530718 * (turns - round(turns));
  return vec2f(cos(angle), sin(angle));
}

@compute @workgroup_size(${THREADS})
fn forwardRows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var x = thread; x < N; x += ${THREADS}u) { line[x] = spectrum[group.x * N + x]; }
  transform(thread, -1);
  for (var x = thread; x < N; x += ${THREADS}u) { spectrum[group.x * N + x] = line[x]; }
}

@compute @workgroup_size(${THREADS})
fn forwardColumns(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var y = thread; y < N; y += ${THREADS}u) { line[y] = spectrum[y * given.cols + group.x]; }
  transform(thread, -1);
  for (var y = thread; y < N; y += ${THREADS}u) { spectrum[y * given.cols + group.x] = line[y]; }
}

@compute @workgroup_size(${THREADS})
fn columns(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let fx = given.stepX * frequency(group.x, given.cols);
  for (var y = thread; y < N; y += ${THREADS}u) {
    let passed = transfer(fx, given.stepY * frequency(y, N));
    line[y] = times(spectrum[y * given.cols + group.x], passed);
  }
  transform(thread, 1);
  for (var y = thread; y < given.shownRows; y += ${THREADS}u) { work[y * given.cols + group.x] = line[y] / f32(N); }
}

@compute @workgroup_size(${THREADS})
fn rows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var x = thread; x < N; x += ${THREADS}u) { line[x] = work[group.x * N + x]; }
  transform(thread, 1);
  for (var x = thread; x < given.shownCols; x += ${THREADS}u) {
    let value = line[x] / f32(N) + vec2f(given.outside, 0);
    let shown = select(length(value), atan2(value.y, value.x), given.isPhase == 1);
    let level = clamp((shown - given.least) * given.scale, 0, 255);
    picture[group.x * given.shownCols + x] = colours[u32(level)];
  }
}
`;
