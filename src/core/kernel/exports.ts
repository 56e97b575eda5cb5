// Written by kernels/build-binding.ts from the sources in kernels/: do not edit.
import { blocksOf, quadsOf } from './complex-layout.ts';
import type { ComplexPlane, RealPlane } from './plane.ts';
import { bytesPerRow, NONE } from './addresses.ts';
import type {
  BlockAt,
  BytesAt,
  Count,
  DoublesAt,
  FloatsAt,
  IntegersAt,
  PlanAt,
  QuadsAt,
  Quantity,
  ScratchAt,
} from './addresses.ts';
import type { CompiledKernels } from './compiled.ts';
import { mismatch } from './mismatch.ts';

/**
 * The kernels as `core` calls them. A plane is one argument that brings its pitch and its shape; planes that must agree
 * in them are compared. Beside addresses a single plain number is given in its place, several by their names.
 */
export class KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly #compiled: CompiledKernels;
  /** A block of `bytes` bytes at a 128-byte boundary; the memory grows when it must. Contents are undefined. */
  readonly allocate: CompiledKernels['allocate'];
  /** Gives back a block of {@link allocate}. */
  readonly release: CompiledKernels['release'];
  /** Which of the instances that share a memory this one is: 0 or 1. */
  readonly takeRoom: CompiledKernels['takeRoom'];

  readonly sin: CompiledKernels['sin'];

  readonly cos: CompiledKernels['cos'];

  readonly exp: CompiledKernels['exp'];

  readonly log: CompiledKernels['log'];

  readonly pow: CompiledKernels['pow'];

  readonly atan2: CompiledKernels['atan2'];
  /** exp(2πi t) of `4 * blocks` phases t (f64, turns) within 2e-7, as blocks [re ×4][im ×4] at `out`. */
  readonly phasors: CompiledKernels['phasors'];
  /** 1 up to `pass`, 0 from `stop` on, a raised cosine between; all three in one unit. */
  readonly raisedCosine: CompiledKernels['raisedCosine'];
  /** to ← the LOW_MODULUS marks of `from` alone. */
  readonly copyLowModulus: CompiledKernels['copyLowModulus'];
  /** Stores four i32 at `out`: the pixels with LOW_MODULUS, INCONSISTENT, DISCONNECTED, and with any mark. */
  readonly countMarks: CompiledKernels['countMarks'];
  /** The Hann window of `count` samples (zero just outside both ends) into `count` f32, zero-padded to a multiple of 4. */
  readonly hannWindow: CompiledKernels['hannWindow'];
  /** Bytes of scratch for {@link demodulateRows}. */
  readonly demodulateRowsScratchBytes: CompiledKernels['demodulateRowsScratchBytes'];
  /** Sorts `count` f64 in ascending order, −0 before 0; numbers that are none come last or first. `room`: as many. */
  readonly sortDoubles: CompiledKernels['sortDoubles'];
  /**
   * Bluestein's plan of a line of any `length` up to 8192 (doi:10.1109/TAU.1970.1162132), through `inner`, a plan of at
   * least 2·length − 1 points. {@link finishChirpPlan} must be given the transform of what this writes to `filter`.
   */
  readonly createChirpPlan: CompiledKernels['createChirpPlan'];

  readonly releasePlan: CompiledKernels['releasePlan'];
  /** Bytes of scratch for {@link transformLines}. */
  readonly linesScratchBytes: CompiledKernels['linesScratchBytes'];
  /** Completes a plan of {@link createChirpPlan}. `scratch` holds four lines: 128 bytes per point of the convolution. */
  readonly finishChirpPlan: CompiledKernels['finishChirpPlan'];
  /** Bytes of scratch for {@link filterColumns}. */
  readonly filterColumnsScratchBytes: CompiledKernels['filterColumnsScratchBytes'];
  /** Bytes of scratch for {@link transformRow}. */
  readonly rowScratchBytes: CompiledKernels['rowScratchBytes'];
  /** Bytes of scratch for {@link fftRowsByFours}. */
  readonly fftRowsByFoursScratchBytes: CompiledKernels['fftRowsByFoursScratchBytes'];
  /** Bytes of scratch for {@link realRowsAlongLanes}. */
  readonly realRowsAlongLanesScratchBytes: CompiledKernels['realRowsAlongLanesScratchBytes'];
  /** Bytes of scratch for {@link realRowsByEights}. */
  readonly realRowsByEightsScratchBytes: CompiledKernels['realRowsByEightsScratchBytes'];
  /** Bytes of scratch for {@link retrieveStep}. */
  readonly retrieveStepScratchBytes: CompiledKernels['retrieveStepScratchBytes'];
  /** Bytes of the seam between two parts of {@link retrieveStep}: a row of each step. */
  readonly retrieveStepSeamBytes: CompiledKernels['retrieveStepSeamBytes'];
  /** Room that {@link shortFilterRows} needs. */
  readonly shortFilterRowsScratchBytes: CompiledKernels['shortFilterRowsScratchBytes'];
  /** Room that {@link shortFilterColumns} needs. */
  readonly shortFilterColumnsScratchBytes: CompiledKernels['shortFilterColumnsScratchBytes'];
  /** Bytes of the packed factors of a field of `blocks` blocks of 16 columns. */
  readonly packedTransferBytes: CompiledKernels['packedTransferBytes'];
  /** Bytes of scratch for {@link propagateColumns}, {@link spreadColumns} and {@link gatherColumns}. */
  readonly propagateColumnsScratchBytes: CompiledKernels['propagateColumnsScratchBytes'];
  /**
   * Bytes as symbols of 16 bits: a byte as it is, a repetition of the byte before (3 to 258 times) as 257 + its length, at
   * the end 256.
   * @param symbols room for length + 1
   * @param counts of each of the 516 symbols, added to what is there
   * @returns how many symbols there are
   */
  readonly findRuns: CompiledKernels['findRuns'];
  /** The checksum of a zlib stream (RFC 1950), as a signed number. */
  readonly adler32: CompiledKernels['adler32'];
  /** The CRC-32 of PNG chunks (third edition, annex D), as a signed number. */
  readonly crc32: CompiledKernels['crc32'];
  /**
   * A line of samples as sums over spans of it, each with what its ends weigh.
   * @param first of each span its first sample, `last` its last
   * @param lastWeight 0 where the first sample is also the last
   */
  readonly sumSpans: CompiledKernels['sumSpans'];
  /**
   * Sums as samples.
   * @returns how many of them are not finite
   */
  readonly roundSums: CompiledKernels['roundSums'];
  /**
   * Two lines as the means of 2 × 2 samples: in the order of `sumSpans` and `addWeighted`.
   * @returns 0: all of them are finite
   */
  readonly halveLines: CompiledKernels['halveLines'];

  constructor(compiled: CompiledKernels) {
    this.#compiled = compiled;
    this.memory = compiled.memory;
    this.allocate = compiled.allocate;
    this.release = compiled.release;
    this.takeRoom = compiled.takeRoom;
    this.sin = compiled.sin;
    this.cos = compiled.cos;
    this.exp = compiled.exp;
    this.log = compiled.log;
    this.pow = compiled.pow;
    this.atan2 = compiled.atan2;
    this.phasors = compiled.phasors;
    this.raisedCosine = compiled.raisedCosine;
    this.copyLowModulus = compiled.copyLowModulus;
    this.countMarks = compiled.countMarks;
    this.hannWindow = compiled.hannWindow;
    this.demodulateRowsScratchBytes = compiled.demodulateRowsScratchBytes;
    this.sortDoubles = compiled.sortDoubles;
    this.createChirpPlan = compiled.createChirpPlan;
    this.releasePlan = compiled.releasePlan;
    this.linesScratchBytes = compiled.linesScratchBytes;
    this.finishChirpPlan = compiled.finishChirpPlan;
    this.filterColumnsScratchBytes = compiled.filterColumnsScratchBytes;
    this.rowScratchBytes = compiled.rowScratchBytes;
    this.fftRowsByFoursScratchBytes = compiled.fftRowsByFoursScratchBytes;
    this.realRowsAlongLanesScratchBytes = compiled.realRowsAlongLanesScratchBytes;
    this.realRowsByEightsScratchBytes = compiled.realRowsByEightsScratchBytes;
    this.retrieveStepScratchBytes = compiled.retrieveStepScratchBytes;
    this.retrieveStepSeamBytes = compiled.retrieveStepSeamBytes;
    this.shortFilterRowsScratchBytes = compiled.shortFilterRowsScratchBytes;
    this.shortFilterColumnsScratchBytes = compiled.shortFilterColumnsScratchBytes;
    this.packedTransferBytes = compiled.packedTransferBytes;
    this.propagateColumnsScratchBytes = compiled.propagateColumnsScratchBytes;
    this.findRuns = compiled.findRuns;
    this.adler32 = compiled.adler32;
    this.crc32 = compiled.crc32;
    this.sumSpans = compiled.sumSpans;
    this.roundSums = compiled.roundSums;
    this.halveLines = compiled.halveLines;
  }

  fillBytes(block: BlockAt, { value, bytes }: { readonly value: Count; readonly bytes: Count }): void {
    this.#compiled.fillBytes(block, value, bytes);
  }

  /**
   * The argument of a complex plane (rad, (-π, π], 0 where the field is 0) and its modulus, in one sweep. A zero
   * address leaves that output out. Pitches in bytes; columns are done in fours, so both kinds of plane must be
   * padded to that, and the padding of the outputs is scratch.
   */
  phaseAndModulus(field: ComplexPlane, phase: RealPlane | null, modulus: RealPlane | null): void {
    if (phase && (phase.rows !== field.rows || phase.cols !== field.cols))
      throw mismatch('phaseAndModulus', 'field', 'phase');
    if (modulus && (modulus.rows !== field.rows || modulus.cols !== field.cols))
      throw mismatch('phaseAndModulus', 'field', 'modulus');
    this.#compiled.phaseAndModulus(
      field.ptr,
      field.pitchBytes,
      phase?.ptr ?? NONE,
      bytesPerRow(phase),
      modulus?.ptr ?? NONE,
      bytesPerRow(modulus),
      field.rows,
      field.cols,
    );
  }

  /**
   * Takes a smooth phase out of a wrapped one and multiplies the modulus by `gain`, in place: six f64 at `terms`, of the
   * Legendre products 1, x, y, P₂(x), xy, P₂(y) over the plane. The phase is wrapped again, and times `sign`.
   */
  takeCurvedPhase(
    phase: RealPlane,
    modulus: RealPlane,
    terms: DoublesAt,
    { sign, gain }: { readonly sign: Quantity; readonly gain: Quantity },
  ): void {
    if (modulus.pitch !== phase.pitch || modulus.rows !== phase.rows || modulus.cols !== phase.cols)
      throw mismatch('takeCurvedPhase', 'phase', 'modulus');
    this.#compiled.takeCurvedPhase(
      phase.ptr,
      modulus.ptr,
      phase.pitch,
      phase.rows,
      phase.cols,
      terms,
      sign,
      gain,
    );
  }

  /** Sets LOW_MODULUS where the modulus is not above `minimum` (or NaN) and clears every other pixel of the mask. */
  maskLowModulus(modulus: RealPlane, mask: BytesAt, minimum: Quantity): number {
    return this.#compiled.maskLowModulus(
      modulus.ptr,
      bytesPerRow(modulus),
      mask,
      modulus.rows,
      modulus.cols,
      minimum,
    );
  }

  /**
   * Counts the residues (2×2 loops around which the wrapped differences do not add up to zero) and marks the four
   * pixels INCONSISTENT unless one of them is LOW_MODULUS, which explains it. Stores two i32 at `out`: all residues,
   * and those with no LOW_MODULUS pixel.
   * Goldstein, Zebker & Werner, Radio Sci. 23, 713 (1988), doi:10.1029/RS023i004p00713.
   */
  markResidues(wrapped: RealPlane, mask: BytesAt, out: IntegersAt): void {
    this.#compiled.markResidues(wrapped.ptr, bytesPerRow(wrapped), mask, wrapped.rows, wrapped.cols, out);
  }

  /**
   * Unwraps a phase without residues into `out`: every path gives the same answer, so the first row is followed
   * from the left and every column downwards. The first pixel keeps its value.
   */
  unwrapByScan(wrapped: RealPlane, out: RealPlane): void {
    if (out.rows !== wrapped.rows || out.cols !== wrapped.cols)
      throw mismatch('unwrapByScan', 'wrapped', 'out');
    this.#compiled.unwrapByScan(
      wrapped.ptr,
      bytesPerRow(wrapped),
      out.ptr,
      bytesPerRow(out),
      wrapped.rows,
      wrapped.cols,
    );
  }

  /** turns ← wrapped + 2π · turns, in place, for a plane of whole numbers. */
  addTurns(wrapped: RealPlane, turns: RealPlane): void {
    if (turns.rows !== wrapped.rows || turns.cols !== wrapped.cols)
      throw mismatch('addTurns', 'wrapped', 'turns');
    this.#compiled.addTurns(
      wrapped.ptr,
      bytesPerRow(wrapped),
      turns.ptr,
      bytesPerRow(turns),
      wrapped.rows,
      wrapped.cols,
    );
  }

  /** Writes the number of turns of every pixel, as f32, to `turns`; the first pixel has 0. */
  unwrapByQuality(wrapped: RealPlane, mask: BytesAt, turns: RealPlane): void {
    if (turns.rows !== wrapped.rows || turns.cols !== wrapped.cols)
      throw mismatch('unwrapByQuality', 'wrapped', 'turns');
    this.#compiled.unwrapByQuality(
      wrapped.ptr,
      bytesPerRow(wrapped),
      mask,
      turns.ptr,
      bytesPerRow(turns),
      wrapped.rows,
      wrapped.cols,
    );
  }

  /** Marks neighbours INCONSISTENT that differ by more than π in the unwrapped phase, neither being LOW_MODULUS. */
  markCuts(phase: RealPlane, mask: BytesAt): void {
    this.#compiled.markCuts(phase.ptr, bytesPerRow(phase), mask, phase.rows, phase.cols);
  }

  /**
   * Marks DISCONNECTED every unmarked pixel outside the largest 4-connected region of unmarked pixels: how many
   * turns lie between two such regions cannot be told. Of regions of the same size the uppermost counts.
   */
  markDisconnected(mask: BytesAt, { rows, cols }: { readonly rows: Count; readonly cols: Count }): void {
    this.#compiled.markDisconnected(mask, rows, cols);
  }

  /**
   * Shifts an unwrapped phase by whole turns so that the background, where the wrapped phase lies within `within` rad of
   * 0 and the mask is 0, has the fewest turns: the most frequent count there becomes 0. Counts beyond ±511 are ignored.
   * @returns the turns that were taken off
   */
  settleTurns(wrapped: RealPlane, phase: RealPlane, mask: BytesAt, within: Quantity): number {
    if (phase.pitch !== wrapped.pitch || phase.rows !== wrapped.rows || phase.cols !== wrapped.cols)
      throw mismatch('settleTurns', 'wrapped', 'phase');
    return this.#compiled.settleTurns(
      wrapped.ptr,
      phase.ptr,
      bytesPerRow(wrapped),
      mask,
      wrapped.rows,
      wrapped.cols,
      within,
    );
  }

  /**
   * Writes the least-squares surface to `surface` and the wrapped phase less it, wrapped and smoothed over 5×5 pixels
   * (binomial weights), to `rest`; rad, both of the pitch `outPitch`. Pixels of low modulus have no say in either.
   * `cycles`: multigrid cycles.
   */
  fitSurface(wrapped: RealPlane, mask: BytesAt, surface: RealPlane, rest: RealPlane, cycles: Count): void {
    if (rest.pitch !== surface.pitch) throw mismatch('fitSurface', 'surface', 'rest');
    if (surface.rows !== wrapped.rows || surface.cols !== wrapped.cols)
      throw mismatch('fitSurface', 'wrapped', 'surface');
    if (rest.rows !== wrapped.rows || rest.cols !== wrapped.cols)
      throw mismatch('fitSurface', 'wrapped', 'rest');
    this.#compiled.fitSurface(
      wrapped.ptr,
      bytesPerRow(wrapped),
      mask,
      surface.ptr,
      rest.ptr,
      bytesPerRow(surface),
      wrapped.rows,
      wrapped.cols,
      cycles,
    );
  }

  /**
   * turns ← the whole turns, as f32, that bring `wrapped` nearest to surface + rest, less those of the first pixel.
   * `surface` and `rest` have the pitch of `turns`, and `rest` may be `turns`.
   */
  turnsToSurface(wrapped: RealPlane, surface: RealPlane, rest: RealPlane, turns: RealPlane): void {
    if (rest.pitch !== surface.pitch) throw mismatch('turnsToSurface', 'surface', 'rest');
    if (turns.pitch !== surface.pitch) throw mismatch('turnsToSurface', 'surface', 'turns');
    if (surface.rows !== wrapped.rows || surface.cols !== wrapped.cols)
      throw mismatch('turnsToSurface', 'wrapped', 'surface');
    if (rest.rows !== wrapped.rows || rest.cols !== wrapped.cols)
      throw mismatch('turnsToSurface', 'wrapped', 'rest');
    if (turns.rows !== wrapped.rows || turns.cols !== wrapped.cols)
      throw mismatch('turnsToSurface', 'wrapped', 'turns');
    this.#compiled.turnsToSurface(
      wrapped.ptr,
      bytesPerRow(wrapped),
      surface.ptr,
      rest.ptr,
      turns.ptr,
      bytesPerRow(surface),
      wrapped.rows,
      wrapped.cols,
    );
  }

  /**
   * Reads `rows * cols` contiguous samples into a plane of float32; the columns from `cols` to `pitch` become 0.
   * @param kind 0 u8, 1 u16, 2 i32, 3 f32, 4 f64
   * @param statistics five f64: minimum, maximum, sum, non-finite samples, samples equal to the maximum
   */
  loadFrame(kind: Count, samples: BytesAt, plane: RealPlane, statistics: DoublesAt): void {
    this.#compiled.loadFrame(kind, samples, plane.ptr, plane.rows, plane.cols, plane.pitch, statistics);
  }

  /** out = (plane − mean) · wy[y] · wx[x]; the windows are f32 tables. */
  windowed(plane: RealPlane, mean: Quantity, wx: FloatsAt, wy: FloatsAt, out: RealPlane): void {
    if (out.rows !== plane.rows || out.cols !== plane.cols) throw mismatch('windowed', 'plane', 'out');
    this.#compiled.windowed(plane.ptr, plane.pitch, plane.rows, plane.cols, mean, wx, wy, out.ptr, out.pitch);
  }

  /** A raised-cosine taper: rises over `width` samples at both ends, 1 between. `count` f32, zero-padded to a multiple of 4. */
  taperWindow(out: FloatsAt, { count, width }: { readonly count: Count; readonly width: Quantity }): void {
    this.#compiled.taperWindow(out, count, width);
  }

  /**
   * Table of w[x] · exp(−2πi f x), x = 0 … count − 1, as quads; w is an f32 table. Padded with zeros to `padded`.
   */
  carrierTable(
    out: QuadsAt,
    window: FloatsAt,
    {
      count,
      padded,
      frequency,
    }: { readonly count: Count; readonly padded: Count; readonly frequency: Quantity },
  ): void {
    this.#compiled.carrierTable(out, count, padded, frequency, window);
  }

  /**
   * out[y, x] = (plane[y, x] − mean) · tx[x] · ty[y] for a real plane and two tables of {@link carrierTable};
   * rows and columns of `out` outside the plane become 0.
   */
  demodulate(plane: RealPlane, mean: Quantity, tx: QuadsAt, ty: QuadsAt, out: ComplexPlane): void {
    this.#compiled.demodulate(
      plane.ptr,
      plane.pitch,
      plane.rows,
      plane.cols,
      mean,
      tx,
      ty,
      out.ptr,
      out.rows,
      out.pitchBytes,
    );
  }

  /**
   * The rows of {@link demodulate}, transformed while they are near the processor: of their spectra blocks 0 … `low` − 1 and
   * from `high` on are written, the rest of `out` stays as it is.
   * @param plan one along the lanes, as long as the rows of `out`
   */
  demodulateRows(
    plan: PlanAt,
    plane: RealPlane,
    tx: QuadsAt,
    ty: QuadsAt,
    out: ComplexPlane,
    scratch: ScratchAt,
    { mean, low, high }: { readonly mean: Quantity; readonly low: Count; readonly high: Count },
  ): void {
    this.#compiled.demodulateRows(
      plan,
      plane.ptr,
      plane.pitch,
      plane.rows,
      plane.cols,
      mean,
      tx,
      ty,
      out.ptr,
      out.rows,
      out.pitchBytes,
      low,
      high,
      scratch,
    );
  }

  /**
   * Copies the low frequencies shared by two spectra (DC first, FFT order), scaled by `scale` and by a radial filter:
   * 1 up to `passRadius`, a raised cosine to 0 at `stopRadius`, both in cycles per sample of the *source* grid.
   * Frequencies that the source lacks become 0. `stopRadius` <= 0 means no filter. A frequency of exactly one half
   * of the smaller grid is left out, because its sign is not known.
   * @returns the sum of the squared filter values over the copied frequencies: how many independent numbers pass
   */
  resampleSpectrum(
    source: ComplexPlane,
    target: ComplexPlane,
    {
      passRadius,
      stopRadius,
      scale,
    }: { readonly passRadius: Quantity; readonly stopRadius: Quantity; readonly scale: Quantity },
  ): number {
    return this.#compiled.resampleSpectrum(
      source.ptr,
      source.pitchBytes,
      source.rows,
      source.cols,
      target.ptr,
      target.pitchBytes,
      target.rows,
      target.cols,
      passRadius,
      stopRadius,
      scale,
    );
  }

  /** field ← field · conj(reference) / (|reference|² + floor), quad by quad, both of the same shape and pitch. */
  divideField(field: ComplexPlane, reference: ComplexPlane, floor: Quantity): void {
    if (
      reference.rows !== field.rows ||
      reference.cols !== field.cols ||
      reference.pitchBytes !== field.pitchBytes
    )
      throw mismatch('divideField', 'field', 'reference');
    this.#compiled.divideField(field.ptr, reference.ptr, field.rows, field.cols, field.pitchBytes, floor);
  }

  /** {@link divideField} into `out`; the field stays as it is. */
  quotientField(field: ComplexPlane, reference: ComplexPlane, out: ComplexPlane, floor: Quantity): void {
    if (
      reference.rows !== field.rows ||
      reference.cols !== field.cols ||
      reference.pitchBytes !== field.pitchBytes
    )
      throw mismatch('quotientField', 'field', 'reference');
    if (out.rows !== field.rows || out.cols !== field.cols || out.pitchBytes !== field.pitchBytes)
      throw mismatch('quotientField', 'field', 'out');
    this.#compiled.quotientField(
      field.ptr,
      reference.ptr,
      out.ptr,
      field.rows,
      field.cols,
      field.pitchBytes,
      floor,
    );
  }

  /**
   * To each of some rows of `target`, `at`, adds eight rows of the field from `first` on, less the beam, times `shares` (eight a row), at the
   * target's columns: each is made of eight samples from `acrossFirst` on by `acrossWeights`. Rows without a share need not exist.
   */
  addFadedRows(
    field: ComplexPlane,
    at: IntegersAt,
    first: IntegersAt,
    shares: DoublesAt,
    acrossFirst: IntegersAt,
    acrossWeights: DoublesAt,
    target: ComplexPlane,
    {
      beamRe,
      beamIm,
      count,
    }: { readonly beamRe: Quantity; readonly beamIm: Quantity; readonly count: Count },
  ): void {
    this.#compiled.addFadedRows(
      field.ptr,
      field.pitchBytes,
      field.cols,
      beamRe,
      beamIm,
      at,
      first,
      shares,
      count,
      acrossFirst,
      acrossWeights,
      target.ptr,
      target.pitchBytes,
      target.cols,
    );
  }

  /**
   * The same for some columns of all rows of `target`, each row made of eight of the field's from `downFirst` on by `downWeights`; the field's
   * rows fade by `fade` (f32).
   */
  addFadedColumns(
    field: ComplexPlane,
    fade: FloatsAt,
    at: IntegersAt,
    first: IntegersAt,
    shares: DoublesAt,
    downFirst: IntegersAt,
    downWeights: DoublesAt,
    target: ComplexPlane,
    {
      beamRe,
      beamIm,
      count,
    }: { readonly beamRe: Quantity; readonly beamIm: Quantity; readonly count: Count },
  ): void {
    this.#compiled.addFadedColumns(
      field.ptr,
      field.pitchBytes,
      field.rows,
      beamRe,
      beamIm,
      fade,
      at,
      first,
      shares,
      count,
      downFirst,
      downWeights,
      target.ptr,
      target.pitchBytes,
      target.rows,
    );
  }

  /** power[v, u] = |spectrum[v, u]|² as f32, for the first `cols` columns. */
  powerOf(spectrum: ComplexPlane, power: RealPlane): void {
    if (power.rows !== spectrum.rows || power.cols !== spectrum.cols)
      throw mismatch('powerOf', 'spectrum', 'power');
    this.#compiled.powerOf(
      spectrum.ptr,
      spectrum.pitchBytes,
      spectrum.rows,
      spectrum.cols,
      power.ptr,
      power.pitch,
    );
  }

  /**
   * Histogram of the upper 16 bits of positive floats: 128 classes an octave, enough for a median to 0.5 %.
   * Rows `rowFrom … rowTo − 1`, columns `colFrom … colTo − 1`. `counts`: 65,536 u32, added to.
   */
  histogramOfPower(
    power: RealPlane,
    counts: IntegersAt,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
    }: { readonly rowFrom: Count; readonly rowTo: Count; readonly colFrom: Count; readonly colTo: Count },
  ): void {
    this.#compiled.histogramOfPower(power.ptr, power.pitch, rowFrom, rowTo, colFrom, colTo, counts);
  }

  /**
   * Sums power into square cells of `cell` bins, giving a map of the half plane with fy from −1/2 upwards:
   * out[j, i] (f64, `mapCols` wide) += power at u = i·cell …, v + rows/2 = j·cell …
   */
  poolPower(
    power: RealPlane,
    out: DoublesAt,
    {
      cellRows,
      cellCols,
      mapCols,
    }: { readonly cellRows: Count; readonly cellCols: Count; readonly mapCols: Count },
  ): void {
    this.#compiled.poolPower(
      power.ptr,
      power.pitch,
      power.rows,
      power.cols,
      cellRows,
      cellCols,
      out,
      mapCols,
    );
  }

  /** {@link powerAt} for TypeScript: one bin. `frameCols` is the width of the frame, not of the half spectrum. */
  readPower(
    power: RealPlane,
    { frameCols, v, u }: { readonly frameCols: Count; readonly v: Count; readonly u: Count },
  ): number {
    return this.#compiled.readPower(power.ptr, power.pitch, power.rows, frameCols, v, u);
  }

  /**
   * Radial profile around a frequency (cx, cy) in cycles/px: ring k holds |f − c| in [k, k + 1) · step. Directions
   * whose angle to (ax, ay), or with `bothWays` to its opposite, has a cosine above `maxCosine` are left out (2 keeps all), and so are bins within
   * `axisGuard` cycles/px of the axes fx = 0 and fy = 0 and of the Nyquist lines, where frames keep their stripes.
   * @param stride reads every stride-th bin along both axes
   * @param out `rings` pairs of f64: power, bins (added to)
   */
  ringProfile(
    power: RealPlane,
    out: DoublesAt,
    {
      frameCols,
      cx,
      cy,
      step,
      rings,
      ax,
      ay,
      maxCosine,
      bothWays,
      axisGuard,
      stride,
    }: {
      readonly frameCols: Count;
      readonly cx: Quantity;
      readonly cy: Quantity;
      readonly step: Quantity;
      readonly rings: Count;
      readonly ax: Quantity;
      readonly ay: Quantity;
      readonly maxCosine: Quantity;
      readonly bothWays: boolean;
      readonly axisGuard: Quantity;
      readonly stride: Count;
    },
  ): void {
    this.#compiled.ringProfile(
      power.ptr,
      power.pitch,
      power.rows,
      frameCols,
      cx,
      cy,
      step,
      rings,
      ax,
      ay,
      maxCosine,
      bothWays,
      axisGuard,
      stride,
      out,
    );
  }

  /**
   * The bins of a disc around a frequency (x, y) in cycles/px, and those `apart` columns further: into `out`, as f64, how many there are, the
   * sum of their power, the highest, the sum of squared differences of both, and that of squared means of both.
   */
  discBins(
    power: RealPlane,
    out: DoublesAt,
    {
      frameCols,
      x,
      y,
      radius,
      apart,
    }: {
      readonly frameCols: Count;
      readonly x: Quantity;
      readonly y: Quantity;
      readonly radius: Quantity;
      readonly apart: Count;
    },
  ): void {
    this.#compiled.discBins(power.ptr, power.pitch, power.rows, frameCols, x, y, radius, apart, out);
  }

  /**
   * log10 of the root mean power over blocks of `reduce` × `reduce` bins, DC in the middle pixel (outRows >> 1, outCols >> 1).
   */
  spectrumPicture(
    power: RealPlane,
    out: FloatsAt,
    {
      frameCols,
      reduceRows,
      reduceCols,
      outRows,
      outCols,
    }: {
      readonly frameCols: Count;
      readonly reduceRows: Count;
      readonly reduceCols: Count;
      readonly outRows: Count;
      readonly outCols: Count;
    },
  ): void {
    this.#compiled.spectrumPicture(
      power.ptr,
      power.pitch,
      power.rows,
      frameCols,
      reduceRows,
      reduceCols,
      out,
      outRows,
      outCols,
    );
  }

  /**
   * out = spectrum · H, H(fx, fy) = exp(2πi z (√(1/λ² − fx² − fy²) − 1/λ)): propagation by z towards the sensor
   * (time dependence exp(−iωt)), less the plane wave's own phase. Components that do not travel, and those with
   * |fx| > limitX or |fy| > limitY (Matsushima & Shimobaba, doi:10.1364/OE.17.019662, eq. 13), become 0. A
   * spectrum of 0 writes H itself. Both planes share shape and pitch; in place is fine.
   * @param stepX frequency step along a row, cycles/µm
   * @param wavelength µm, in the medium
   * @param z µm
   * @param first of the rows that are done, up to `end`
   */
  applyTransfer(
    spectrum: ComplexPlane | null,
    out: ComplexPlane,
    {
      stepX,
      stepY,
      wavelength,
      z,
      limitX,
      limitY,
      first,
      end,
    }: {
      readonly stepX: Quantity;
      readonly stepY: Quantity;
      readonly wavelength: Quantity;
      readonly z: Quantity;
      readonly limitX: Quantity;
      readonly limitY: Quantity;
      readonly first: Count;
      readonly end: Count;
    },
  ): void {
    if (
      spectrum &&
      (spectrum.rows !== out.rows || spectrum.cols !== out.cols || spectrum.pitchBytes !== out.pitchBytes)
    )
      throw mismatch('applyTransfer', 'out', 'spectrum');
    this.#compiled.applyTransfer(
      spectrum?.ptr ?? NONE,
      out.ptr,
      out.rows,
      out.cols,
      out.pitchBytes,
      stepX,
      stepY,
      wavelength,
      z,
      limitX,
      limitY,
      first,
      end,
    );
  }

  /** field ← field · wx[x] · wy[y], two f32 tables. */
  scaleField(field: ComplexPlane, wx: FloatsAt, wy: FloatsAt): void {
    this.#compiled.scaleField(field.ptr, field.pitchBytes, field.rows, field.cols, wx, wy);
  }

  /**
   * Copies `rows × cols` into a larger (or equal) plane, times the real windows wx[x] · wy[y] (f32 tables), after
   * subtracting the constant (re, im); everything else of the target becomes 0.
   */
  placeField(
    source: ComplexPlane,
    wx: FloatsAt,
    wy: FloatsAt,
    target: ComplexPlane,
    { re, im }: { readonly re: Quantity; readonly im: Quantity },
  ): void {
    this.#compiled.placeField(
      source.ptr,
      source.pitchBytes,
      source.rows,
      source.cols,
      re,
      im,
      wx,
      wy,
      target.ptr,
      target.pitchBytes,
      target.rows,
    );
  }

  /** Copies `rows × cols` of a plane into another and adds the constant (re, im). */
  takeField(
    source: ComplexPlane,
    target: ComplexPlane,
    { re, im }: { readonly re: Quantity; readonly im: Quantity },
  ): void {
    if (target.rows !== source.rows || target.cols !== source.cols)
      throw mismatch('takeField', 'source', 'target');
    this.#compiled.takeField(
      source.ptr,
      source.pitchBytes,
      source.rows,
      source.cols,
      re,
      im,
      target.ptr,
      target.pitchBytes,
    );
  }

  /** field ← conj(field): the other of the two twin sidebands. */
  conjugateField(field: ComplexPlane): void {
    this.#compiled.conjugateField(field.ptr, field.pitchBytes, field.rows, field.cols);
  }

  /** A complex plane into contiguous interleaved re, im (NumPy's complex64). */
  exportField(field: ComplexPlane, out: FloatsAt): void {
    this.#compiled.exportField(field.ptr, field.pitchBytes, field.rows, field.cols, out);
  }

  /** A real plane, times `scale`, into contiguous rows. */
  exportPlane(plane: RealPlane, scale: Quantity, out: FloatsAt): void {
    this.#compiled.exportPlane(plane.ptr, plane.pitch, plane.rows, plane.cols, scale, out);
  }

  /** How many samples of a real plane are NaN or infinite. */
  countNonFinite(plane: RealPlane): number {
    return this.#compiled.countNonFinite(plane.ptr, plane.pitch, plane.rows, plane.cols);
  }

  /** Contiguous rows of real and imaginary parts (f32) into a complex plane; reads up to 12 bytes beyond the last of each. */
  joinParts(re: FloatsAt, im: FloatsAt, plane: ComplexPlane): void {
    this.#compiled.joinParts(re, im, plane.rows, plane.cols, plane.ptr, plane.pitchBytes);
  }

  /** A complex plane into contiguous rows of its parts; writes up to 12 bytes beyond the last of each. */
  splitParts(plane: ComplexPlane, re: FloatsAt, im: FloatsAt): void {
    this.#compiled.splitParts(plane.ptr, plane.pitchBytes, plane.rows, plane.cols, re, im);
  }

  /**
   * Sums over the rows rowFrom … rowTo − 1 and columns colFrom … colTo − 1 (multiples of 4; one row and one column
   * more must exist). With d = forward difference along x and y, a = |u|, six f64 at `out`:
   * Σ|∇u|, Σ|∇u|², Σ|∇a|, Σ|∇a|², Σa, Σa².
   */
  focusSums(
    field: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
    }: { readonly rowFrom: Count; readonly rowTo: Count; readonly colFrom: Count; readonly colTo: Count },
  ): void {
    this.#compiled.focusSums(field.ptr, field.pitchBytes, rowFrom, rowTo, colFrom, colTo, out);
  }

  /**
   * Adds the intensities |u|² of the rows and columns that `focusSums` sums over to a histogram of `bins` counts (i32)
   * at `counts`: |u|² · scale counts in the bin of its whole part, and above the last one in that.
   */
  countIntensities(
    field: ComplexPlane,
    counts: IntegersAt,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
      scale,
      bins,
    }: {
      readonly rowFrom: Count;
      readonly rowTo: Count;
      readonly colFrom: Count;
      readonly colTo: Count;
      readonly scale: Quantity;
      readonly bins: Count;
    },
  ): void {
    this.#compiled.countIntensities(
      field.ptr,
      field.pitchBytes,
      rowFrom,
      rowTo,
      colFrom,
      colTo,
      scale,
      bins,
      counts,
    );
  }

  /** Σ max(0, |u|² · scale − 1)² over the rows and columns that `focusSums` sums over. */
  sumExcess(
    field: ComplexPlane,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
      scale,
    }: {
      readonly rowFrom: Count;
      readonly rowTo: Count;
      readonly colFrom: Count;
      readonly colTo: Count;
      readonly scale: Quantity;
    },
  ): number {
    return this.#compiled.sumExcess(field.ptr, field.pitchBytes, rowFrom, rowTo, colFrom, colTo, scale);
  }

  /**
   * Averages over `blockRows × blockCols` tiles of a field, tile (j, i) at out + 64·(j·tilesX + i), as f64:
   * Re and Im of ⟨u(x+1) u*(x)⟩, of ⟨u(y+1) u*(y)⟩, of ⟨u⟩, then ⟨|u|⟩ and ⟨|u|²⟩. The last row and column of the
   * field lend their neighbours only. The first tile begins at (rowFrom, colFrom).
   */
  blockMoments(
    field: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      colFrom,
      blockRows,
      blockCols,
      tilesY,
      tilesX,
    }: {
      readonly rowFrom: Count;
      readonly colFrom: Count;
      readonly blockRows: Count;
      readonly blockCols: Count;
      readonly tilesY: Count;
      readonly tilesX: Count;
    },
  ): void {
    this.#compiled.blockMoments(
      field.ptr,
      field.pitchBytes,
      rowFrom,
      colFrom,
      blockRows,
      blockCols,
      tilesY,
      tilesX,
      out,
    );
  }

  /** Means of a real plane over tiles as in {@link blockMoments}; out is f64, tilesY × tilesX. */
  blockMeans(
    plane: RealPlane,
    out: DoublesAt,
    {
      rowFrom,
      colFrom,
      blockRows,
      blockCols,
      tilesY,
      tilesX,
    }: {
      readonly rowFrom: Count;
      readonly colFrom: Count;
      readonly blockRows: Count;
      readonly blockCols: Count;
      readonly tilesY: Count;
      readonly tilesX: Count;
    },
  ): void {
    this.#compiled.blockMeans(
      plane.ptr,
      plane.pitch,
      rowFrom,
      colFrom,
      blockRows,
      blockCols,
      tilesY,
      tilesX,
      out,
    );
  }

  /** Means of a real plane over `tiles × tiles` equal shares of it, row by row: f64. */
  shareMeans(plane: RealPlane, tiles: Count, out: DoublesAt): void {
    this.#compiled.shareMeans(plane.ptr, plane.pitch, plane.rows, plane.cols, tiles, out);
  }

  /**
   * Legendre polynomials P_0 … P_degree at t_i = first + i · step: out[d · count + i], f64 (Bonnet's recursion).
   * `count` should be a multiple of 4 for {@link removeBackground}.
   */
  legendreTable(
    out: DoublesAt,
    {
      count,
      degree,
      first,
      step,
    }: { readonly count: Count; readonly degree: Count; readonly first: Quantity; readonly step: Quantity },
  ): void {
    this.#compiled.legendreTable(out, count, degree, first, step);
  }

  /**
   * field ← field · exp(−2πi Φ) / A, with Φ (turns) and A given as Legendre series: matrices c[a, b] of
   * P_a(y) P_b(x), (degree + 1)² f64 each, tables from {@link legendreTable} with `countX`/`countY` entries a degree.
   * A below `leastAmplitude` counts as that. `scratch`: 2 (degree + 1) f64 and 64 bytes.
   */
  removeBackground(
    field: ComplexPlane,
    tableX: DoublesAt,
    tableY: DoublesAt,
    phase: DoublesAt,
    amplitude: DoublesAt,
    scratch: ScratchAt,
    {
      countX,
      countY,
      degree,
      leastAmplitude,
    }: {
      readonly countX: Count;
      readonly countY: Count;
      readonly degree: Count;
      readonly leastAmplitude: Quantity;
    },
  ): void {
    this.#compiled.removeBackground(
      field.ptr,
      field.pitchBytes,
      field.rows,
      field.cols,
      tableX,
      countX,
      tableY,
      countY,
      degree,
      phase,
      amplitude,
      leastAmplitude,
      scratch,
    );
  }

  /**
   * Places y · pitch + x of the pixels that lie beyond all 24 around them by more than those span, row by row, at most `most`. The two
   * outermost pixels at each edge have not so many around them.
   * @returns how many there are, or one more than `most` where there are more
   */
  standingOut(plane: RealPlane, out: IntegersAt, most: Count): number {
    return this.#compiled.standingOut(plane.ptr, plane.pitch, plane.rows, plane.cols, out, most);
  }

  /**
   * sigma[y, x] = min(cap, √(variance(y, x) / 2) / modulus[y, x]): the phase noise of a complex number with noise
   * variance E|n|² and modulus |u| ≫ noise. The variance is a coarse map (f64, mapRows × mapCols), sampled bilinearly
   * at map coordinates (originY + y · stepY, originX + x · stepX), clamped at its edges; a second term
   * `extra(y, x)`, a map of the same shape, adds phase variance that does not depend on the modulus (rad²). The result
   * is multiplied by noisierX[x] · noisierY[y] (f32 tables), where the frame was faded at its edges.
   *
   * A phasor that is not much longer than its noise scatters more than that: σ² + 1.5 σ⁴ is within 8 % of the variance of
   * arg(1 + n) up to 0.6 rad, and above it further on.
   */
  phaseSigma(
    modulus: RealPlane,
    variance: DoublesAt,
    extra: DoublesAt,
    noisierX: FloatsAt,
    noisierY: FloatsAt,
    out: RealPlane,
    {
      mapRows,
      mapCols,
      originY,
      stepY,
      originX,
      stepX,
      cap,
    }: {
      readonly mapRows: Count;
      readonly mapCols: Count;
      readonly originY: Quantity;
      readonly stepY: Quantity;
      readonly originX: Quantity;
      readonly stepX: Quantity;
      readonly cap: Quantity;
    },
  ): void {
    if (out.rows !== modulus.rows || out.cols !== modulus.cols)
      throw mismatch('phaseSigma', 'modulus', 'out');
    this.#compiled.phaseSigma(
      modulus.ptr,
      modulus.pitch,
      modulus.rows,
      modulus.cols,
      variance,
      extra,
      noisierX,
      noisierY,
      mapRows,
      mapCols,
      originY,
      stepY,
      originX,
      stepX,
      cap,
      out.ptr,
      out.pitch,
    );
  }

  /** Sets the samples of a plane whose byte in `mask` (rows · cols, contiguous) is not 0. */
  setWhereMarked(plane: RealPlane, mask: BytesAt, value: Quantity): void {
    this.#compiled.setWhereMarked(plane.ptr, plane.pitch, plane.rows, plane.cols, mask, value);
  }

  /** Median of a plane of non-negative floats from a histogram of their upper 16 bits, interpolated within the class: to 0.4 %. */
  medianOfPlane(plane: RealPlane): number {
    return this.#compiled.medianOfPlane(plane.ptr, plane.pitch, plane.rows, plane.cols);
  }

  /**
   * How the two parts of a field scatter at three scales, over tiles of side × side samples, a multiple of 4: for tile (j, i), at
   * out + 64 · (j · tilesX + i) as f64, for the real part and then for the imaginary part its mean over the tile, and the
   * mean squares of itself and of its means over 2 × 2 and 4 × 4 samples. The first tile begins at (rowFrom, colFrom).
   */
  quadratureScatter(
    field: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      colFrom,
      tilesY,
      tilesX,
      side,
    }: {
      readonly rowFrom: Count;
      readonly colFrom: Count;
      readonly tilesY: Count;
      readonly tilesX: Count;
      readonly side: Count;
    },
  ): void {
    this.#compiled.quadratureScatter(
      field.ptr,
      field.pitchBytes,
      rowFrom,
      colFrom,
      tilesY,
      tilesX,
      side,
      out,
    );
  }

  /**
   * reach[q] = Σ_s strength[s] / d³, with d the distance of quiet tile q from source s, which are numbers of tiles, row by row, of a grid
   * that is `tilesX` wide.
   */
  reachOfEdges(
    quiet: IntegersAt,
    sources: IntegersAt,
    strength: DoublesAt,
    reach: DoublesAt,
    {
      quietCount,
      sourceCount,
      tilesX,
      tilesY,
    }: {
      readonly quietCount: Count;
      readonly sourceCount: Count;
      readonly tilesX: Count;
      readonly tilesY: Count;
    },
  ): void {
    this.#compiled.reachOfEdges(quiet, quietCount, sources, strength, sourceCount, tilesX, tilesY, reach);
  }

  /**
   * out[p, q] = (usual + Σ w value) / ((1 + Σ w) usual) over tiles of a grid that is `tilesX` wide, with w = bellX[column, q] · bellY[p, row]:
   * means around `places × places` places (a multiple of 4), each with the usual value as one tile more. `bellX` has the places of a column
   * side by side, `bellY` the rows of a place.
   */
  meansAround(
    tiles: IntegersAt,
    values: DoublesAt,
    bellX: DoublesAt,
    bellY: DoublesAt,
    out: DoublesAt,
    {
      count,
      tilesX,
      tilesY,
      places,
      usual,
    }: {
      readonly count: Count;
      readonly tilesX: Count;
      readonly tilesY: Count;
      readonly places: Count;
      readonly usual: Quantity;
    },
  ): void {
    this.#compiled.meansAround(tiles, values, count, tilesX, tilesY, bellX, bellY, places, usual, out);
  }

  /**
   * Plan of a line with `count` radices (u32 each, in order of use) whose product is `length`.
   * @param alongLanes 1 where neighbouring points of a line share a quad (rows); then the first radix is 4 or 8, and
   *   `length` divides by four times it. 0 where a quad holds one point of four lines.
   */
  createPlan(
    radices: IntegersAt,
    {
      length,
      count,
      alongLanes,
    }: { readonly length: Count; readonly count: Count; readonly alongLanes: boolean },
  ): PlanAt {
    return this.#compiled.createPlan(length, radices, count, alongLanes);
  }

  /** Column blocks `first` … `end` − 1 in place. `scratch`: linesScratchBytes of a 128-byte line. */
  fftColumns(
    plan: PlanAt,
    plane: ComplexPlane,
    scratch: ScratchAt,
    { inverse, first, end }: { readonly inverse: boolean; readonly first: Count; readonly end: Count },
  ): void {
    this.#compiled.fftColumns(plan, inverse, plane.ptr, plane.cols, plane.pitchBytes, first, end, scratch);
  }

  /**
   * out = inverse(transfer · forward(plane)) per column block, all in the one sweep over memory. `transfer` is a plane
   * of the same shape as `plane`; `out` may be `plane`.
   */
  filterColumns(
    plan: PlanAt,
    plane: ComplexPlane,
    transfer: ComplexPlane,
    out: ComplexPlane,
    scratch: ScratchAt,
    { first, end }: { readonly first: Count; readonly end: Count },
  ): void {
    if (transfer.cols !== plane.cols) throw mismatch('filterColumns', 'plane', 'transfer');
    if (out.cols !== plane.cols) throw mismatch('filterColumns', 'plane', 'out');
    this.#compiled.filterColumns(
      plan,
      plane.ptr,
      plane.cols,
      plane.pitchBytes,
      transfer.ptr,
      transfer.pitchBytes,
      out.ptr,
      out.pitchBytes,
      first,
      end,
      scratch,
    );
  }

  /** Rows `first` … `end` − 1 in place; `plan` is one along the lanes. `scratch`: rowScratchBytes. */
  fftRowsAlongLanes(
    plan: PlanAt,
    plane: ComplexPlane,
    scratch: ScratchAt,
    { inverse, first, end }: { readonly inverse: boolean; readonly first: Count; readonly end: Count },
  ): void {
    this.#compiled.fftRowsAlongLanes(plan, inverse, plane.ptr, plane.pitchBytes, first, end, scratch);
  }

  /**
   * Rows of any length: four at a time are transposed to four lines of points [re ×4][im ×4], transformed side by side
   * and transposed back. Lanes past the length become 0.
   * @param plan one of lines
   */
  fftRowsByFours(
    plan: PlanAt,
    plane: ComplexPlane,
    scratch: ScratchAt,
    { inverse, first, end }: { readonly inverse: boolean; readonly first: Count; readonly end: Count },
  ): void {
    this.#compiled.fftRowsByFours(plan, inverse, plane.ptr, plane.pitchBytes, first, end, scratch);
  }

  /** Real rows 0 … rows − 1 to the left halves of their spectra; `plan` is one along the lanes. */
  realRowsAlongLanes(plan: PlanAt, plane: RealPlane, out: ComplexPlane, scratch: ScratchAt): void {
    if (out.rows !== plane.rows) throw mismatch('realRowsAlongLanes', 'plane', 'out');
    this.#compiled.realRowsAlongLanes(
      plan,
      plane.ptr,
      bytesPerRow(plane),
      plane.rows,
      out.ptr,
      out.pitchBytes,
      scratch,
    );
  }

  /**
   * Real rows of any length, eight at a time: rows 0, 2, 4, 6 are the real and rows 1, 3, 5, 7 the imaginary parts of
   * four lines. `plan` is one of lines.
   */
  realRowsByEights(plan: PlanAt, plane: RealPlane, out: ComplexPlane, scratch: ScratchAt): void {
    if (out.rows !== plane.rows) throw mismatch('realRowsByEights', 'plane', 'out');
    this.#compiled.realRowsByEights(
      plan,
      plane.ptr,
      bytesPerRow(plane),
      plane.rows,
      out.ptr,
      out.pitchBytes,
      scratch,
    );
  }

  /**
   * residual[r] = observed[r] − Σ_k design[r, k] · coefficients[k]; all f64, design row-major with `m` columns.
   */
  fitResiduals(
    design: DoublesAt,
    observed: DoublesAt,
    coefficients: DoublesAt,
    residual: DoublesAt,
    { rows, m }: { readonly rows: Count; readonly m: Count },
  ): void {
    this.#compiled.fitResiduals(design, observed, coefficients, rows, m, residual);
  }

  /**
   * Normal equations of the weighted problem: normal[i, j] = Σ w d_i d_j (m × m, symmetric), right[i] = Σ w d_i residual.
   * Row r has the weight of group r mod `groups`. Four rows are read at a time, and added to each sum one after the other:
   * the bits are those of the plain sums.
   */
  fitNormalEquations(
    design: DoublesAt,
    residual: DoublesAt,
    weight: DoublesAt,
    normal: DoublesAt,
    right: DoublesAt,
    { groups, rows, m }: { readonly groups: Count; readonly rows: Count; readonly m: Count },
  ): void {
    this.#compiled.fitNormalEquations(design, residual, weight, groups, rows, m, normal, right);
  }

  /**
   * normal[i, j] += Σ d_i d_j for j ≥ i rounded down to even, right[i] += Σ d_i e, over the rows of a design that is
   * weighted already; all f64, design row-major.
   * @param rows a multiple of 4
   * @param m columns, even
   */
  addNormalEquations(
    design: DoublesAt,
    residual: DoublesAt,
    normal: DoublesAt,
    right: DoublesAt,
    { rows, m }: { readonly rows: Count; readonly m: Count },
  ): void {
    this.#compiled.addNormalEquations(design, residual, rows, m, normal, right);
  }

  /**
   * size[g] ← |residual[g]|, or the root of its square and that of residual[g + groups] where `rows` is twice `groups`. Returns the upper
   * median (element ⌊n/2⌋ in ascending order) of the sizes whose `prior` is above 0; −1: there is none. `room`: `groups` f64.
   */
  fitSizes(
    residual: DoublesAt,
    prior: DoublesAt,
    size: DoublesAt,
    room: DoublesAt,
    { rows, groups }: { readonly rows: Count; readonly groups: Count },
  ): number {
    return this.#compiled.fitSizes(residual, prior, rows, groups, size, room);
  }

  /**
   * weight[g] ← prior[g] · w of the group's size: towards the L1 norm (scale over size, which counts as `leastShare` · scale at least), or,
   * with `redescend`, Tukey’s biweight, which is 0 from `reach` scales on.
   */
  fitWeights(
    size: DoublesAt,
    prior: DoublesAt,
    weight: DoublesAt,
    {
      groups,
      scale,
      leastShare,
      redescend,
      reach,
    }: {
      readonly groups: Count;
      readonly scale: Quantity;
      readonly leastShare: Quantity;
      readonly redescend: boolean;
      readonly reach: Quantity;
    },
  ): void {
    this.#compiled.fitWeights(size, prior, groups, scale, leastShare, redescend, reach, weight);
  }

  /**
   * rest[r] = phases[r] − constant − Σ_k design[r, k] · coefficients[k], rad, by whole turns into [−π, π]; the design row-major with `m`
   * columns, the constant not among them.
   */
  phasesLeft(
    design: DoublesAt,
    phases: DoublesAt,
    coefficients: DoublesAt,
    rest: DoublesAt,
    { rows, m, constant }: { readonly rows: Count; readonly m: Count; readonly constant: Quantity },
  ): void {
    this.#compiled.phasesLeft(design, phases, coefficients, rows, m, constant, rest);
  }

  /**
   * Kernel estimate of the density of weighted phases (rad, in [−π, π]) over the circle, per rad, in `classes` equal parts of it, a power of two; and
   * in `shift` by how much each moves to the mean of its neighbourhood, rad. The Gaussian of that bandwidth is 0 beyond `reach` classes.
   */
  phaseDensity(
    phases: DoublesAt,
    weight: DoublesAt,
    density: DoublesAt,
    shift: DoublesAt,
    {
      rows,
      bandwidth,
      classes,
      reach,
    }: { readonly rows: Count; readonly bandwidth: Quantity; readonly classes: Count; readonly reach: Count },
  ): void {
    this.#compiled.phaseDensity(phases, weight, rows, bandwidth, classes, reach, density, shift);
  }

  /**
   * The mean shift of phases as least squares: the weight of each row, which is its prior where it lies in a peak that is a quarter as dense as
   * `most` or more, less down to chance and 0 below; and the right side, Σ w · shift · design. The design as in {@link phasesLeft}.
   */
  shiftEquations(
    rest: DoublesAt,
    prior: DoublesAt,
    density: DoublesAt,
    shift: DoublesAt,
    design: DoublesAt,
    weight: DoublesAt,
    right: DoublesAt,
    {
      rows,
      classes,
      most,
      m,
    }: { readonly rows: Count; readonly classes: Count; readonly most: Quantity; readonly m: Count },
  ): void {
    this.#compiled.shiftEquations(rest, prior, rows, density, shift, classes, most, design, m, weight, right);
  }

  /**
   * Adds the normal equations of each patch's own rows to `equations`: for patch p at p · m · (m + 1) f64 the lower triangle of Σ w d_a d_b
   * (m × m; what lies above it means nothing), then Σ w d_a observed. The design row-major with `m` columns; `patch`: that of each row.
   */
  addPatchEquations(
    design: DoublesAt,
    observed: DoublesAt,
    weight: DoublesAt,
    patch: BytesAt,
    equations: DoublesAt,
    { rows, m }: { readonly rows: Count; readonly m: Count },
  ): void {
    this.#compiled.addPatchEquations(design, observed, weight, patch, rows, m, equations);
  }

  /**
   * Parts a frame into pieces that hold together: neighbours, of which neither has low modulus, are tied where `farthest` standard deviations of
   * their difference and the difference itself stay below half a turn. Into `piece` goes the piece of each sample, into `pairs` (two per
   * sample at most) every trusted pair that a draw may part: 2 × the first one's place, + 1 where the second lies below it. Returns the number
   * of pairs; `found` receives the number of pieces and the largest of them, the first of equals.
   */
  tiePieces(
    phase: RealPlane,
    sigma: RealPlane,
    mask: BytesAt,
    farthest: Quantity,
    piece: IntegersAt,
    pairs: IntegersAt,
    found: IntegersAt,
  ): number {
    if (sigma.pitch !== phase.pitch || sigma.rows !== phase.rows || sigma.cols !== phase.cols)
      throw mismatch('tiePieces', 'phase', 'sigma');
    return this.#compiled.tiePieces(
      phase.ptr,
      sigma.ptr,
      phase.pitch,
      phase.rows,
      phase.cols,
      mask,
      farthest,
      piece,
      pairs,
      found,
    );
  }

  /**
   * phase = wrapped + whole turns, as many as bring it nearest to the coarse phase, interpolated bilinearly at coarse
   * coordinates (y / stepY, x / stepX) and clamped at the edges. `mask` takes over the coarse mask of the nearest sample.
   * Pitches in floats; masks are contiguous bytes.
   */
  liftTurns(
    coarse: RealPlane,
    coarseMask: BytesAt,
    wrapped: RealPlane,
    phase: RealPlane,
    mask: BytesAt,
    { stepX, stepY }: { readonly stepX: Quantity; readonly stepY: Quantity },
  ): void {
    if (phase.pitch !== wrapped.pitch || phase.rows !== wrapped.rows || phase.cols !== wrapped.cols)
      throw mismatch('liftTurns', 'wrapped', 'phase');
    this.#compiled.liftTurns(
      coarse.ptr,
      coarse.pitch,
      coarseMask,
      coarse.rows,
      coarse.cols,
      stepX,
      stepY,
      wrapped.ptr,
      phase.ptr,
      wrapped.pitch,
      mask,
      wrapped.rows,
      wrapped.cols,
    );
  }

  /**
   * How many samples, of those brighter than `minimum`, differ from their right or lower neighbour by more than `limitX`
   * or `limitY` rad (wrapped): places where the phase runs faster than that.
   */
  countSteep(
    wrapped: RealPlane,
    modulus: RealPlane,
    {
      limitX,
      limitY,
      minimum,
    }: { readonly limitX: Quantity; readonly limitY: Quantity; readonly minimum: Quantity },
  ): number {
    if (modulus.pitch !== wrapped.pitch || modulus.rows !== wrapped.rows || modulus.cols !== wrapped.cols)
      throw mismatch('countSteep', 'wrapped', 'modulus');
    return this.#compiled.countSteep(
      wrapped.ptr,
      modulus.ptr,
      wrapped.pitch,
      wrapped.rows,
      wrapped.cols,
      limitX,
      limitY,
      minimum,
    );
  }

  /**
   * rims[y · cols + x] = 1 where the modulus is below `dip` times its closing by a square of 2 · reach + 1 samples (the least of
   * the largest values around, which fills lines narrower than that) and the wrapped phase changes towards its neighbours by
   * (dx / slopeX)² + (dy / slopeY)² ≥ 1; and wherever it changes by more than steepX or steepY. Between two neighbours the field lies on
   * their chord: where that is so dark, and the phase so steep along it, the darker of the two is marked. 0 elsewhere.
   * @param rims rows · cols bytes, contiguous
   * @returns how many samples are marked
   */
  markRims(
    wrapped: RealPlane,
    modulus: RealPlane,
    rims: BytesAt,
    {
      reach,
      dip,
      slopeX,
      slopeY,
      steepX,
      steepY,
    }: {
      readonly reach: Count;
      readonly dip: Quantity;
      readonly slopeX: Quantity;
      readonly slopeY: Quantity;
      readonly steepX: Quantity;
      readonly steepY: Quantity;
    },
  ): number {
    if (modulus.pitch !== wrapped.pitch || modulus.rows !== wrapped.rows || modulus.cols !== wrapped.cols)
      throw mismatch('markRims', 'wrapped', 'modulus');
    return this.#compiled.markRims(
      wrapped.ptr,
      modulus.ptr,
      wrapped.pitch,
      wrapped.rows,
      wrapped.cols,
      reach,
      dip,
      slopeX,
      slopeY,
      steepX,
      steepY,
      rims,
    );
  }

  /**
   * Rows of a field whose columns are propagated already: transformed back, replaced by the conjugate gradient of
   * ½ Σ (|u| − A)² and transformed again, in the one sweep. Where there is no sensor there is no gradient.
   * @param field rows of `quads` quads; `plan` belongs to their length
   * @param sensor first row, first quad, rows and quads of the sensor within the field (4 × u32)
   * @param amplitude rows of `amplitudePitch` bytes; negative where nothing was measured, or a least value only: see {@link residualRow}
   * @param estimate field at the sensor that belongs to the solver's iterate, see {@link residualRow}
   * @param first of the rows of the field that are done, up to `end`
   * @param sums Σ (|estimate| − A)² of each row of the sensor that is done
   */
  retrieveResidual(
    plan: PlanAt,
    field: ComplexPlane,
    sensor: IntegersAt,
    amplitude: RealPlane,
    estimate: ComplexPlane,
    sums: DoublesAt,
    scratch: ScratchAt,
    {
      momentum,
      weight,
      first,
      end,
    }: { readonly momentum: Quantity; readonly weight: Quantity; readonly first: Count; readonly end: Count },
  ): void {
    this.#compiled.retrieveResidual(
      plan,
      field.ptr,
      field.pitchBytes,
      quadsOf(field.cols),
      sensor,
      amplitude.ptr,
      bytesPerRow(amplitude),
      estimate.ptr,
      estimate.pitchBytes,
      momentum,
      weight,
      first,
      end,
      sums,
      scratch,
    );
  }

  /**
   * Everything between two propagations, in one sweep over memory:
   * v = point − gradient; `steps` steps of the dual p; x ← C(v − λ Dᵀp); point ← x + momentum (x − xold); spectrum ← the
   * rows of point transformed. Step k works one row behind step k − 1, as soon as its rows are ready. All planes share
   * shape and pitch, but p has twice the rows, px above py.
   *
   * Rows may be swept in two parts at once, `first` … `end` − 1 each. The upper one then stops where it would need what the
   * lower one takes; the lower one begins a row later with each step, and leaves in the seam what the rows above it need of
   * it. When both are done, the upper one `closes` the seam, with the scratch that it had: every row then is what it is in
   * one part.
   * @param gradient its conjugate, rows transformed; may be `spectrum`, and is lost
   * @param absorbs whether x is real and from 0 to 1; else |x| ≤ 1
   * @param sums {@link RowSums} of each row
   */
  retrieveStep(
    plan: PlanAt,
    gradient: ComplexPlane,
    p: ComplexPlane,
    x: ComplexPlane,
    point: ComplexPlane,
    spectrum: ComplexPlane,
    seam: ScratchAt,
    sums: DoublesAt,
    scratch: ScratchAt,
    {
      lambda,
      absorbs,
      sigma,
      steps,
      momentum,
      first,
      end,
      closes,
    }: {
      readonly lambda: Quantity;
      readonly absorbs: boolean;
      readonly sigma: Quantity;
      readonly steps: Count;
      readonly momentum: Quantity;
      readonly first: Count;
      readonly end: Count;
      readonly closes: boolean;
    },
  ): void {
    if (p.pitchBytes !== gradient.pitchBytes || p.rows !== gradient.rows || p.cols !== gradient.cols)
      throw mismatch('retrieveStep', 'gradient', 'p');
    if (x.pitchBytes !== gradient.pitchBytes || x.rows !== gradient.rows || x.cols !== gradient.cols)
      throw mismatch('retrieveStep', 'gradient', 'x');
    if (
      point.pitchBytes !== gradient.pitchBytes ||
      point.rows !== gradient.rows ||
      point.cols !== gradient.cols
    )
      throw mismatch('retrieveStep', 'gradient', 'point');
    if (
      spectrum.pitchBytes !== gradient.pitchBytes ||
      spectrum.rows !== gradient.rows ||
      spectrum.cols !== gradient.cols
    )
      throw mismatch('retrieveStep', 'gradient', 'spectrum');
    this.#compiled.retrieveStep(
      plan,
      gradient.ptr,
      p.ptr,
      x.ptr,
      point.ptr,
      spectrum.ptr,
      gradient.pitchBytes,
      gradient.rows,
      quadsOf(gradient.cols),
      lambda,
      absorbs,
      sigma,
      steps,
      momentum,
      first,
      end,
      closes,
      seam,
      sums,
      scratch,
    );
  }

  /**
   * Means over tiles of 4 × 4 samples, the first of them at (rowFrom, colFrom), colFrom a multiple of 4: at out + 32 · (j · tilesX + i), as f64,
   * of a², max(a, 0)², b² and |u/|u| − 1|², with a = |u| − |p| what the field u has beside the one that is explained, p, and b = |p| − 1.
   */
  strayMoments(
    field: ComplexPlane,
    explained: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      colFrom,
      tilesY,
      tilesX,
    }: { readonly rowFrom: Count; readonly colFrom: Count; readonly tilesY: Count; readonly tilesX: Count },
  ): void {
    if (explained.pitchBytes !== field.pitchBytes) throw mismatch('strayMoments', 'field', 'explained');
    this.#compiled.strayMoments(
      field.ptr,
      explained.ptr,
      field.pitchBytes,
      rowFrom,
      colFrom,
      tilesY,
      tilesX,
      out,
    );
  }

  /** wave ← n / |n| with n = wave + field − passed, over whole planes. */
  towardsPhase(field: ComplexPlane, passed: ComplexPlane, wave: ComplexPlane): void {
    if (passed.pitchBytes !== field.pitchBytes || passed.rows !== field.rows)
      throw mismatch('towardsPhase', 'field', 'passed');
    if (wave.pitchBytes !== field.pitchBytes || wave.rows !== field.rows)
      throw mismatch('towardsPhase', 'field', 'wave');
    this.#compiled.towardsPhase(field.ptr, passed.ptr, wave.ptr, field.pitchBytes, field.rows);
  }

  /**
   * Sample i of each row becomes end(i) · Σ tap(n) · sample(i − n), n = −3 … 3; what lies beside the row counts as 0. `taps` are 7 real
   * parts, one of no meaning, and 7 imaginary ones; `ends` 4 · ⌈cols / 4⌉ real parts and as many imaginary ones, 0 past `cols`: columns
   * up to a multiple of 4 are written.
   */
  shortFilterRows(plane: ComplexPlane, taps: FloatsAt, ends: FloatsAt, line: ScratchAt): void {
    this.#compiled.shortFilterRows(plane.ptr, plane.pitchBytes, plane.rows, plane.cols, taps, ends, line);
  }

  /** The same along columns; `ends` are `rows` real parts and as many imaginary ones. */
  shortFilterColumns(plane: ComplexPlane, taps: FloatsAt, ends: FloatsAt, line: ScratchAt): void {
    this.#compiled.shortFilterColumns(plane.ptr, plane.pitchBytes, plane.rows, plane.cols, taps, ends, line);
  }

  /**
   * out = √(max(0, hologram · background / (background² + floor²) / level)): the quotient, damped where the background
   * frame is darker than `floor`. All planes f32, pitches in floats; columns past `cols` up to a multiple of 4 are
   * written.
   */
  amplitudeOverFrame(
    hologram: RealPlane,
    background: RealPlane,
    out: RealPlane,
    { floor, level }: { readonly floor: Quantity; readonly level: Quantity },
  ): void {
    if (background.rows !== hologram.rows || background.cols !== hologram.cols)
      throw mismatch('amplitudeOverFrame', 'hologram', 'background');
    if (out.rows !== hologram.rows || out.cols !== hologram.cols)
      throw mismatch('amplitudeOverFrame', 'hologram', 'out');
    this.#compiled.amplitudeOverFrame(
      hologram.ptr,
      hologram.pitch,
      background.ptr,
      background.pitch,
      hologram.rows,
      hologram.cols,
      floor,
      level,
      out.ptr,
      out.pitch,
    );
  }

  /**
   * out = √(max(0, hologram / light)), light the Legendre series Σ c[a, b] P_a(y) P_b(x), never taken below `least`.
   * @param tableX P_b at every column, [b · countX + x], f64 (`legendreTable`); tableY likewise for the rows
   * @param coefficients (degree + 1)² f64, row-major in a
   * @param room degree + 1 f64
   */
  amplitudeOverSeries(
    hologram: RealPlane,
    tableX: DoublesAt,
    tableY: DoublesAt,
    coefficients: DoublesAt,
    room: ScratchAt,
    out: RealPlane,
    {
      countX,
      countY,
      degree,
      least,
    }: { readonly countX: Count; readonly countY: Count; readonly degree: Count; readonly least: Quantity },
  ): void {
    if (out.rows !== hologram.rows || out.cols !== hologram.cols)
      throw mismatch('amplitudeOverSeries', 'hologram', 'out');
    this.#compiled.amplitudeOverSeries(
      hologram.ptr,
      hologram.pitch,
      hologram.rows,
      hologram.cols,
      tableX,
      countX,
      tableY,
      countY,
      degree,
      coefficients,
      least,
      room,
      out.ptr,
      out.pitch,
    );
  }

  /**
   * Sums over the rows rowFrom … rowTo − 1 and columns colFrom … colTo − 1 (multiples of 4; one row and one column
   * more must exist) of a field u that is what the object changes of the beam, o = 1 + u. With d = forward difference
   * along x and y, a = |1 + u|, three f64 at `out`: Σ|∇u|², Σ|∇u|⁴, Σ|∇a|².
   */
  fieldSums(
    field: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
    }: { readonly rowFrom: Count; readonly rowTo: Count; readonly colFrom: Count; readonly colTo: Count },
  ): void {
    this.#compiled.fieldSums(field.ptr, field.pitchBytes, rowFrom, rowTo, colFrom, colTo, out);
  }

  /** spectrum ← spectrum · weight[ring], ring = ⌊|f| / step⌋ with |f| in cycles/sample; f32 table of `rings`, 0 beyond. */
  weightRings(
    spectrum: ComplexPlane,
    table: FloatsAt,
    { rings, step }: { readonly rings: Count; readonly step: Quantity },
  ): void {
    this.#compiled.weightRings(
      spectrum.ptr,
      spectrum.pitchBytes,
      spectrum.rows,
      spectrum.cols,
      table,
      rings,
      step,
    );
  }

  /** Adds the power of each bin to its ring: sums[ring] f64 and counts[ring] i32; rings as in {@link weightRings}. */
  sumRings(
    spectrum: ComplexPlane,
    sums: DoublesAt,
    counts: IntegersAt,
    { rings, step }: { readonly rings: Count; readonly step: Quantity },
  ): void {
    this.#compiled.sumRings(
      spectrum.ptr,
      spectrum.pitchBytes,
      spectrum.rows,
      spectrum.cols,
      sums,
      counts,
      rings,
      step,
    );
  }

  /** The field ((a² − 1)/2 · wx[x] · wy[y], 0) of an amplitude a, zero beyond rows × cols; wx, wy are f32 tables. */
  contrastOf(amplitude: RealPlane, wx: FloatsAt, wy: FloatsAt, out: ComplexPlane): void {
    this.#compiled.contrastOf(
      amplitude.ptr,
      amplitude.pitch,
      amplitude.rows,
      amplitude.cols,
      wx,
      wy,
      out.ptr,
      out.pitchBytes,
      out.rows,
    );
  }

  /**
   * The same region's Σ|∇p| and Σ|∇p|² for p the real part of the field, then for p its imaginary part: four f64 at
   * `out`.
   */
  partSums(
    field: ComplexPlane,
    out: DoublesAt,
    {
      rowFrom,
      rowTo,
      colFrom,
      colTo,
    }: { readonly rowFrom: Count; readonly rowTo: Count; readonly colFrom: Count; readonly colTo: Count },
  ): void {
    this.#compiled.partSums(field.ptr, field.pitchBytes, rowFrom, rowTo, colFrom, colTo, out);
  }

  /**
   * The spectrum of an in-line hologram's contrast refocused by z in two ways at once, with the transfer function
   * H = exp(−iχ) of {@link applyTransfer}, which is worked out once for the four components that share |fx| and |fy|:
   * `plain` becomes spectrum · H, and `inverted` becomes spectrum · (c/(c² + ε) − i s/(s² + ε)), c = Re H and s = Im H.
   * The inverse transform of the latter holds, side by side, what a purely absorbing object (real part) and a pure
   * phase object (imaginary part) would have to be to give this hologram, with no twin.
   * @param row room for one row of a plane
   */
  refocusContrast(
    spectrum: ComplexPlane,
    plain: ComplexPlane,
    inverted: ComplexPlane,
    row: ScratchAt,
    {
      stepX,
      stepY,
      wavelength,
      z,
      limitX,
      limitY,
      epsilon,
    }: {
      readonly stepX: Quantity;
      readonly stepY: Quantity;
      readonly wavelength: Quantity;
      readonly z: Quantity;
      readonly limitX: Quantity;
      readonly limitY: Quantity;
      readonly epsilon: Quantity;
    },
  ): void {
    if (
      plain.rows !== spectrum.rows ||
      plain.cols !== spectrum.cols ||
      plain.pitchBytes !== spectrum.pitchBytes
    )
      throw mismatch('refocusContrast', 'spectrum', 'plain');
    if (
      inverted.rows !== spectrum.rows ||
      inverted.cols !== spectrum.cols ||
      inverted.pitchBytes !== spectrum.pitchBytes
    )
      throw mismatch('refocusContrast', 'spectrum', 'inverted');
    this.#compiled.refocusContrast(
      spectrum.ptr,
      plain.ptr,
      inverted.ptr,
      spectrum.rows,
      spectrum.cols,
      spectrum.pitchBytes,
      stepX,
      stepY,
      wavelength,
      z,
      limitX,
      limitY,
      epsilon,
      row,
    );
  }

  /** field ← 1: the beam without a sample. */
  retrieveOnes(field: ComplexPlane): void {
    this.#compiled.retrieveOnes(field.ptr, field.pitchBytes, field.rows);
  }

  /** A copy with what is not a number, and what lies past the columns, marked as not measured. */
  retrieveMeasured(amplitude: RealPlane, to: RealPlane): void {
    if (to.rows !== amplitude.rows || to.cols !== amplitude.cols)
      throw mismatch('retrieveMeasured', 'amplitude', 'to');
    this.#compiled.retrieveMeasured(
      amplitude.ptr,
      amplitude.pitch,
      amplitude.rows,
      amplitude.cols,
      to.ptr,
      to.pitch,
    );
  }

  /** Writes the amplitude into a field as a wave without phase; what was not measured stays as it is. */
  retrievePlace(amplitude: RealPlane, to: ComplexPlane): void {
    if (to.rows !== amplitude.rows || to.cols !== amplitude.cols)
      throw mismatch('retrievePlace', 'amplitude', 'to');
    this.#compiled.retrievePlace(
      amplitude.ptr,
      amplitude.pitch,
      amplitude.rows,
      amplitude.cols,
      to.ptr,
      to.pitchBytes,
    );
  }

  /**
   * The amplitude |1 + s| that a coarser camera would see of the scattered light s that it resolves. Fringes r too fine
   * for it still brighten both means, ⟨A⟩ by ⟨|r|²⟩/4 and √⟨A²⟩ by ⟨|r|²⟩/2 (r of random phase), so that 2⟨A⟩ − √⟨A²⟩ is
   * without them. `to` has ⌊rows/2⌋ rows of ⌊cols/2⌋ samples, those past them unknown.
   * @param scratch 2 · rows · cols f32
   */
  retrieveHalve(amplitude: RealPlane, to: RealPlane, scratch: ScratchAt): void {
    this.#compiled.retrieveHalve(
      amplitude.ptr,
      amplitude.pitch,
      amplitude.rows,
      amplitude.cols,
      to.ptr,
      to.pitch,
      scratch,
    );
  }

  /**
   * A field on a grid twice as fine, between samples as straight lines: fine sample (y, x) of the sensor, which lies at
   * (toY, toX) of its grid, is a quarter of a coarse sample from the centre of (y/2, x/2), at (fromY, fromX) of its.
   * Beyond the coarse grid its border goes on.
   */
  retrieveDouble(
    from: ComplexPlane,
    to: ComplexPlane,
    {
      fromY,
      fromX,
      toY,
      toX,
    }: { readonly fromY: Count; readonly fromX: Count; readonly toY: Count; readonly toX: Count },
  ): void {
    this.#compiled.retrieveDouble(
      from.ptr,
      from.pitchBytes,
      from.rows,
      from.cols,
      fromY,
      fromX,
      to.ptr,
      to.pitchBytes,
      to.rows,
      to.cols,
      toY,
      toX,
    );
  }

  /** Σ (A − 1)² over what was measured, and how many samples that are: two f64 at `out`. */
  retrieveContrast(amplitude: RealPlane, out: DoublesAt): void {
    this.#compiled.retrieveContrast(amplitude.ptr, amplitude.pitch, amplitude.rows, amplitude.cols, out);
  }

  /**
   * Σ x · max(0, Re x u*)¹⁶ over a field, as (re, im) f64 at `out`: samples whose phase is near that of the unit number u
   * count, others hardly.
   */
  sumNearPhase(
    field: ComplexPlane,
    out: DoublesAt,
    { ur, ui }: { readonly ur: Quantity; readonly ui: Quantity },
  ): void {
    this.#compiled.sumNearPhase(field.ptr, field.pitchBytes, field.rows, field.cols, ur, ui, out);
  }

  /** field ← field · u */
  multiplyField(field: ComplexPlane, { ur, ui }: { readonly ur: Quantity; readonly ui: Quantity }): void {
    this.#compiled.multiplyField(field.ptr, field.pitchBytes, field.rows, ur, ui);
  }

  /** Sets the factors of a transfer function to 0 below the frequency `least` (cycles/µm). */
  dropLowFrequencies(
    transfer: ComplexPlane,
    { stepX, stepY, least }: { readonly stepX: Quantity; readonly stepY: Quantity; readonly least: Quantity },
  ): void {
    this.#compiled.dropLowFrequencies(
      transfer.ptr,
      transfer.pitchBytes,
      transfer.rows,
      transfer.cols,
      stepX,
      stepY,
      least,
    );
  }

  /** Σ max(0, 1 − |x|) · |Im x| and Σ |x − 1|² over a field, at `out` as two f64. */
  mixedSums(field: ComplexPlane, out: DoublesAt): void {
    this.#compiled.mixedSums(field.ptr, field.pitchBytes, field.rows, field.cols, out);
  }

  /** Re Σ a·b and Σ |b|² over two fields of `quads` quads a row, at `out` as two f64. */
  twinProduct(a: ComplexPlane, b: ComplexPlane, out: DoublesAt): void {
    if (b.pitchBytes !== a.pitchBytes || b.rows !== a.rows || b.cols !== a.cols)
      throw mismatch('twinProduct', 'a', 'b');
    this.#compiled.twinProduct(a.ptr, b.ptr, a.pitchBytes, a.rows, quadsOf(a.cols), out);
  }

  /** A' = √((A² − offset)/gain), 0 where that is negative; what was not measured (A < 0) stays so. */
  retrieveMatch(
    raw: RealPlane,
    to: RealPlane,
    { gain, offset }: { readonly gain: Quantity; readonly offset: Quantity },
  ): void {
    if (to.pitch !== raw.pitch || to.rows !== raw.rows) throw mismatch('retrieveMatch', 'raw', 'to');
    this.#compiled.retrieveMatch(raw.ptr, bytesPerRow(raw), raw.rows, gain, offset, to.ptr);
  }

  /**
   * Weighted moments of what was recorded, v = A² − 1, against the estimate's intensity, u = |x|² − 1: Σ w, Σ w u, Σ w v,
   * Σ w u², Σ w u v, Σ w v² (6 f64 at `out`) over what was measured. The weight makes photon noise count alike,
   * 1/(|x|² + dark), times Tukey's biweight of |x| − A', which leaves out what the estimate misses by `reach` or more.
   * @param raw amplitude A as recorded, rows of `pitchBytes` bytes; negative where nothing was measured
   * @param matched A', the amplitude as it was matched last, of the same shape
   * @param estimate the field x at the sensor, `quads` quads a row
   */
  retrieveMoments(
    raw: RealPlane,
    matched: RealPlane,
    estimate: ComplexPlane,
    out: DoublesAt,
    { dark, reach }: { readonly dark: Quantity; readonly reach: Quantity },
  ): void {
    if (matched.pitch !== raw.pitch || matched.rows !== raw.rows || matched.cols !== raw.cols)
      throw mismatch('retrieveMoments', 'raw', 'matched');
    if (estimate.rows !== raw.rows || estimate.cols !== raw.cols)
      throw mismatch('retrieveMoments', 'raw', 'estimate');
    this.#compiled.retrieveMoments(
      raw.ptr,
      matched.ptr,
      bytesPerRow(raw),
      estimate.ptr,
      estimate.pitchBytes,
      raw.rows,
      quadsOf(raw.cols),
      dark,
      reach,
      out,
    );
  }

  /** Packs a transfer function, [v, u] with the zero frequency first. */
  packTransfer(transfer: ComplexPlane, packed: QuadsAt): void {
    this.#compiled.packTransfer(
      transfer.ptr,
      transfer.pitchBytes,
      transfer.rows,
      blocksOf(transfer.cols),
      packed,
    );
  }

  /** to ← inverse(transfer · forward(field)) of blocks `first` … `end` − 1 of 16 columns, in one sweep; `to` may be `field`. */
  propagateColumns(
    plan: PlanAt,
    field: ComplexPlane,
    packed: QuadsAt,
    to: ComplexPlane,
    scratch: ScratchAt,
    { first, end }: { readonly first: Count; readonly end: Count },
  ): void {
    if (to.pitchBytes !== field.pitchBytes) throw mismatch('propagateColumns', 'field', 'to');
    this.#compiled.propagateColumns(plan, field.ptr, field.pitchBytes, packed, to.ptr, first, end, scratch);
  }

  /**
   * to ← inverse(transfer · spectrum) of blocks `first` … `end` − 1 of 16 columns that are transformed already: the way to
   * the sensor of one frame of several, which share the transform of the field.
   */
  spreadColumns(
    plan: PlanAt,
    spectrum: ComplexPlane,
    packed: QuadsAt,
    to: ComplexPlane,
    scratch: ScratchAt,
    { first, end }: { readonly first: Count; readonly end: Count },
  ): void {
    if (to.pitchBytes !== spectrum.pitchBytes) throw mismatch('spreadColumns', 'spectrum', 'to');
    this.#compiled.spreadColumns(
      plan,
      spectrum.ptr,
      spectrum.pitchBytes,
      packed,
      to.ptr,
      first,
      end,
      scratch,
    );
  }

  /** sum ← sum + transfer · forward(field), or without the sum for the first frame: the way back, before the inverse. Blocks `first` … `end` − 1. */
  gatherColumns(
    plan: PlanAt,
    field: ComplexPlane,
    packed: QuadsAt,
    sum: ComplexPlane,
    scratch: ScratchAt,
    { adds, first, end }: { readonly adds: boolean; readonly first: Count; readonly end: Count },
  ): void {
    if (sum.pitchBytes !== field.pitchBytes) throw mismatch('gatherColumns', 'field', 'sum');
    this.#compiled.gatherColumns(
      plan,
      field.ptr,
      field.pitchBytes,
      packed,
      sum.ptr,
      adds,
      first,
      end,
      scratch,
    );
  }

  /** Σ (|u| − A)² over `rows` rows of `quads` quads, where something was measured (A ≥ 0). */
  amplitudeMisfit(field: ComplexPlane, amplitude: RealPlane): number {
    if (amplitude.rows !== field.rows || amplitude.cols !== field.cols)
      throw mismatch('amplitudeMisfit', 'field', 'amplitude');
    return this.#compiled.amplitudeMisfit(
      field.ptr,
      field.pitchBytes,
      field.rows,
      quadsOf(field.cols),
      amplitude.ptr,
      bytesPerRow(amplitude),
    );
  }

  /**
   * spectrum ← spectrum · pupil, a disc in the plane of frequencies (zero frequency first).
   * @param stepX frequency step along a row, in the unit of `pass` and `stop`
   */
  passPupil(
    spectrum: ComplexPlane,
    {
      stepX,
      stepY,
      pass,
      stop,
    }: {
      readonly stepX: Quantity;
      readonly stepY: Quantity;
      readonly pass: Quantity;
      readonly stop: Quantity;
    },
  ): void {
    this.#compiled.passPupil(
      spectrum.ptr,
      spectrum.pitchBytes,
      spectrum.rows,
      spectrum.cols,
      stepX,
      stepY,
      pass,
      stop,
    );
  }

  /**
   * The model at a field and two surfaces, what it leaves, and where to go from there.
   * u = r · (carrier’s conjugate) + o; λ = |u|² + rest; e = data − λ; weight 1 / max(noiseOffset + noiseSlope μ, leastNoise),
   * μ being λ with `fringeShare` of the fringes' contrast, where windowX · windowY is more than `leastWindow`, 0 elsewhere; slopes 2 Re(u · carrier), what λ changes by with r.
   * @param o the field, becomes 2 u · weight · e, the gradient before the band limit
   * @param tx,ty the carrier's conjugate along x and y, see `carrierTable`
   * @param legendreX,legendreY P₁ of each column (row), and after `tableX` (`tableY`) of them P₂
   * @param surfaces the coefficients of r, then those of the rest
   * @param out f64: Σ weight e², Σ of the pixels that have weight, then Σ weight e slope against the six terms, Σ weight e
   * against them, Σ weight slope², Σ weight, Σ |weight e²| over 9 (see `mostMisfit`)
   */
  overlapModel(
    o: ComplexPlane,
    u: ComplexPlane,
    data: RealPlane,
    weights: RealPlane,
    slopes: RealPlane,
    tx: QuadsAt,
    ty: QuadsAt,
    windowX: FloatsAt,
    windowY: FloatsAt,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    surfaces: DoublesAt,
    out: DoublesAt,
    {
      tableX,
      tableY,
      noiseOffset,
      noiseSlope,
      fringeShare,
      leastNoise,
      leastWindow,
      judgedWindow,
    }: {
      readonly tableX: Count;
      readonly tableY: Count;
      readonly noiseOffset: Quantity;
      readonly noiseSlope: Quantity;
      readonly fringeShare: Quantity;
      readonly leastNoise: Quantity;
      readonly leastWindow: Quantity;
      readonly judgedWindow: Quantity;
    },
  ): void {
    if (u.pitchBytes !== o.pitchBytes || u.rows !== o.rows || u.cols !== o.cols)
      throw mismatch('overlapModel', 'o', 'u');
    if (data.rows !== o.rows || data.cols !== o.cols) throw mismatch('overlapModel', 'o', 'data');
    if (weights.rows !== o.rows || weights.cols !== o.cols) throw mismatch('overlapModel', 'o', 'weights');
    if (slopes.rows !== o.rows || slopes.cols !== o.cols) throw mismatch('overlapModel', 'o', 'slopes');
    if (weights.pitch !== data.pitch) throw mismatch('overlapModel', 'data', 'weights');
    if (slopes.pitch !== data.pitch) throw mismatch('overlapModel', 'data', 'slopes');
    this.#compiled.overlapModel(
      o.ptr,
      u.ptr,
      o.pitchBytes,
      o.rows,
      o.cols,
      data.ptr,
      weights.ptr,
      slopes.ptr,
      data.pitch,
      tx,
      ty,
      windowX,
      windowY,
      legendreX,
      legendreY,
      tableX,
      tableY,
      surfaces,
      noiseOffset,
      noiseSlope,
      fringeShare,
      leastNoise,
      leastWindow,
      judgedWindow,
      out,
    );
  }

  /**
   * The normal operator around the model of {@link overlapModel}: of a change p of the field and of the surfaces, the change
   * of the intensity j = 2 Re(u* p) + slopes · δr + δrest; p becomes 2 u · weight · j.
   * @param surfaces the changes of the coefficients of r, then those of the rest
   * @param out f64: Σ weight j², then Σ weight j slope against the six terms and Σ weight j against them
   */
  overlapNormal(
    p: ComplexPlane,
    u: ComplexPlane,
    weights: RealPlane,
    slopes: RealPlane,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    surfaces: DoublesAt,
    out: DoublesAt,
    { tableX, tableY }: { readonly tableX: Count; readonly tableY: Count },
  ): void {
    if (u.pitchBytes !== p.pitchBytes || u.rows !== p.rows || u.cols !== p.cols)
      throw mismatch('overlapNormal', 'p', 'u');
    if (weights.rows !== p.rows || weights.cols !== p.cols) throw mismatch('overlapNormal', 'p', 'weights');
    if (slopes.rows !== p.rows || slopes.cols !== p.cols) throw mismatch('overlapNormal', 'p', 'slopes');
    if (slopes.pitch !== weights.pitch) throw mismatch('overlapNormal', 'weights', 'slopes');
    this.#compiled.overlapNormal(
      p.ptr,
      u.ptr,
      p.pitchBytes,
      p.rows,
      p.cols,
      weights.ptr,
      slopes.ptr,
      weights.pitch,
      legendreX,
      legendreY,
      tableX,
      tableY,
      surfaces,
      out,
    );
  }

  /**
   * What a change of the data does to the gradient: out ← 2 u · weight · (data − 1).
   * @param sums f64: Σ weight (data − 1) slope against the six terms and Σ weight (data − 1) against them
   */
  overlapProbe(
    out: ComplexPlane,
    u: ComplexPlane,
    data: RealPlane,
    weights: RealPlane,
    slopes: RealPlane,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    sums: DoublesAt,
    { tableX, tableY }: { readonly tableX: Count; readonly tableY: Count },
  ): void {
    if (u.pitchBytes !== out.pitchBytes || u.rows !== out.rows || u.cols !== out.cols)
      throw mismatch('overlapProbe', 'out', 'u');
    if (data.rows !== out.rows || data.cols !== out.cols) throw mismatch('overlapProbe', 'out', 'data');
    if (weights.rows !== out.rows || weights.cols !== out.cols)
      throw mismatch('overlapProbe', 'out', 'weights');
    if (slopes.rows !== out.rows || slopes.cols !== out.cols) throw mismatch('overlapProbe', 'out', 'slopes');
    if (weights.pitch !== data.pitch) throw mismatch('overlapProbe', 'data', 'weights');
    if (slopes.pitch !== data.pitch) throw mismatch('overlapProbe', 'data', 'slopes');
    this.#compiled.overlapProbe(
      out.ptr,
      u.ptr,
      out.pitchBytes,
      out.rows,
      out.cols,
      data.ptr,
      weights.ptr,
      slopes.ptr,
      data.pitch,
      legendreX,
      legendreY,
      tableX,
      tableY,
      sums,
    );
  }

  /**
   * Noise of a camera's variance: out ← ±√max(leastNoise, noiseOffset + noiseSlope · image), the signs without order and the
   * same on every machine.
   */
  overlapNoise(
    image: RealPlane,
    out: RealPlane,
    {
      noiseOffset,
      noiseSlope,
      leastNoise,
    }: { readonly noiseOffset: Quantity; readonly noiseSlope: Quantity; readonly leastNoise: Quantity },
  ): void {
    if (out.pitch !== image.pitch || out.rows !== image.rows || out.cols !== image.cols)
      throw mismatch('overlapNoise', 'image', 'out');
    this.#compiled.overlapNoise(
      image.ptr,
      out.ptr,
      image.pitch,
      image.rows,
      image.cols,
      noiseOffset,
      noiseSlope,
      leastNoise,
    );
  }

  /** out ← scale · Re(field) / (windowX · windowY) + 1, and 1 where the windows are not above `leastWindow`. */
  overlapData(
    field: ComplexPlane,
    windowX: FloatsAt,
    windowY: FloatsAt,
    out: RealPlane,
    { scale, leastWindow }: { readonly scale: Quantity; readonly leastWindow: Quantity },
  ): void {
    if (out.rows !== field.rows || out.cols !== field.cols) throw mismatch('overlapData', 'field', 'out');
    this.#compiled.overlapData(
      field.ptr,
      field.pitchBytes,
      field.rows,
      field.cols,
      windowX,
      windowY,
      scale,
      leastWindow,
      out.ptr,
      out.pitch,
    );
  }

  /**
   * fringes ← 2 Re(field · carrier), powers ← |field|² − power; field ← image − mean − fringes, its imaginary part the powers, and
   * 0 beyond the frame: two real planes to be transformed as one, which fade at the frame's edges by windowX · windowY.
   * @param tx,ty the carrier's conjugate along x and y, see `carrierTable`
   */
  takeFringes(
    field: ComplexPlane,
    image: RealPlane,
    fringes: RealPlane,
    powers: RealPlane,
    tx: QuadsAt,
    ty: QuadsAt,
    windowX: FloatsAt,
    windowY: FloatsAt,
    { mean, power }: { readonly mean: Quantity; readonly power: Quantity },
  ): void {
    if (fringes.rows !== image.rows || fringes.cols !== image.cols)
      throw mismatch('takeFringes', 'image', 'fringes');
    if (powers.rows !== image.rows || powers.cols !== image.cols)
      throw mismatch('takeFringes', 'image', 'powers');
    this.#compiled.takeFringes(
      field.ptr,
      field.pitchBytes,
      field.rows,
      field.cols,
      image.ptr,
      image.pitch,
      fringes.ptr,
      fringes.pitch,
      powers.ptr,
      powers.pitch,
      image.rows,
      image.cols,
      mean,
      power,
      tx,
      ty,
      windowX,
      windowY,
    );
  }

  /**
   * Of the spectrum of two real planes a + i b: Σ Re(a b*) and Σ |b|² over the frequencies of `least` to `most` cycles/px.
   * @param out f64: the two sums
   */
  spectraTogether(
    plane: ComplexPlane,
    out: DoublesAt,
    { least, most }: { readonly least: Quantity; readonly most: Quantity },
  ): void {
    this.#compiled.spectraTogether(plane.ptr, plane.pitchBytes, plane.rows, plane.cols, least, most, out);
  }

  /**
   * Of the spectrum of two real planes a + i b makes that of a − share · b, without those of its numbers whose power is not above
   * `threshold`. @returns how many are above
   */
  keepLoud(
    plane: ComplexPlane,
    { share, threshold }: { readonly share: Quantity; readonly threshold: Quantity },
  ): number {
    return this.#compiled.keepLoud(plane.ptr, plane.pitchBytes, plane.rows, plane.cols, share, threshold);
  }

  /**
   * fringes ← fringes + mean + the field's real part without its fade + share · powers: how bright the frame is without its noise. Sums per class of that
   * brightness how many pixels there are, the brightness, and the squares of what the image has beyond it.
   * @param border px at each side that are left out of the sums
   * @param out f64, three a class; classes are even steps from `least` to `most`, what lies outside counts to the outermost
   */
  brightnessClasses(
    field: ComplexPlane,
    image: RealPlane,
    fringes: RealPlane,
    powers: RealPlane,
    windowX: FloatsAt,
    windowY: FloatsAt,
    out: DoublesAt,
    {
      mean,
      share,
      border,
      least,
      most,
      classes,
      leastWindow,
    }: {
      readonly mean: Quantity;
      readonly share: Quantity;
      readonly border: Count;
      readonly least: Quantity;
      readonly most: Quantity;
      readonly classes: Count;
      readonly leastWindow: Quantity;
    },
  ): void {
    if (image.rows !== field.rows || image.cols !== field.cols)
      throw mismatch('brightnessClasses', 'field', 'image');
    if (fringes.rows !== field.rows || fringes.cols !== field.cols)
      throw mismatch('brightnessClasses', 'field', 'fringes');
    if (powers.rows !== field.rows || powers.cols !== field.cols)
      throw mismatch('brightnessClasses', 'field', 'powers');
    this.#compiled.brightnessClasses(
      field.ptr,
      field.pitchBytes,
      image.ptr,
      image.pitch,
      fringes.ptr,
      fringes.pitch,
      powers.ptr,
      powers.pitch,
      field.rows,
      field.cols,
      mean,
      share,
      border,
      least,
      most,
      classes,
      leastWindow,
      windowX,
      windowY,
      out,
    );
  }

  /**
   * light ← (image − light) / max(leastVariance, v0 + v1 light + v2 light²), light below 0 taken as 0.
   * @param out f64, of what the image has beyond the light, `border` px at each side left out: Σ of its squares, of its products
   * with the neighbour to the right, and of those with the one below
   */
  scoreResidual(
    image: RealPlane,
    light: RealPlane,
    out: DoublesAt,
    {
      v0,
      v1,
      v2,
      leastVariance,
      border,
    }: {
      readonly v0: Quantity;
      readonly v1: Quantity;
      readonly v2: Quantity;
      readonly leastVariance: Quantity;
      readonly border: Count;
    },
  ): void {
    if (light.rows !== image.rows || light.cols !== image.cols)
      throw mismatch('scoreResidual', 'image', 'light');
    this.#compiled.scoreResidual(
      image.ptr,
      image.pitch,
      light.ptr,
      light.pitch,
      image.rows,
      image.cols,
      v0,
      v1,
      v2,
      leastVariance,
      border,
      out,
    );
  }

  /**
   * Rows of bytes with the filter of PNG (third edition, 9.2) that suits each best, and its number before it.
   * @param filtered (width + 1) · height bytes
   * @param zeros room for `width` bytes
   */
  filterRows(
    pixels: BytesAt,
    filtered: BytesAt,
    zeros: BytesAt,
    { width, height }: { readonly width: Count; readonly height: Count },
  ): void {
    this.#compiled.filterRows(pixels, filtered, zeros, width, height);
  }

  /**
   * Symbols of 16 bits as what stands for each of them, lowest bit first, the last byte filled up with zeros.
   * @param codes of each symbol the bits and, in the lowest 5, how many they are, at most 27; two for each: the second
   *   follows the first
   * @param begun bits that go before, `begunBits` of them, at most 31
   * @returns how many bytes there are
   */
  writeCodes(
    symbols: BlockAt,
    codes: IntegersAt,
    out: BytesAt,
    { count, begun, begunBits }: { readonly count: Count; readonly begun: Count; readonly begunBits: Count },
  ): number {
    return this.#compiled.writeCodes(symbols, count, codes, begun, begunBits, out);
  }

  /**
   * Values as numbers of colours: 0 for `lowest` and below, `levels` − 1 for the highest and above.
   * @param scale colours per unit
   * @param none where there is no value
   */
  paintLevels(
    values: FloatsAt,
    to: BytesAt,
    {
      count,
      lowest,
      scale,
      levels,
      none,
    }: {
      readonly count: Count;
      readonly lowest: Quantity;
      readonly scale: Quantity;
      readonly levels: Count;
      readonly none: Count;
    },
  ): void {
    this.#compiled.paintLevels(values, count, lowest, scale, levels, none, to);
  }

  /** `sums` + `weight` · `line` */
  addWeighted(
    line: DoublesAt,
    sums: DoublesAt,
    { count, weight }: { readonly count: Count; readonly weight: Quantity },
  ): void {
    this.#compiled.addWeighted(line, sums, count, weight);
  }

  /**
   * Takes (a₀ + a₁ x + a₂ y) · |light|² · wave off what is left, `re` + i·`im`.
   * @param power |light|²
   * @param alongX three lines of `pitch` f32: real and imaginary part of the wave along a row, and the term x; 0 past `cols`
   * @param alongY three lines of `rows` f32: the same down a column
   * @param terms real parts of a₀, a₁ and a₂, then their imaginary ones
   */
  takeWaveOff(
    re: RealPlane,
    im: RealPlane,
    power: RealPlane,
    alongX: FloatsAt,
    alongY: FloatsAt,
    terms: DoublesAt,
  ): void {
    if (im.pitch !== re.pitch || im.rows !== re.rows || im.cols !== re.cols)
      throw mismatch('takeWaveOff', 're', 'im');
    if (power.pitch !== re.pitch || power.rows !== re.rows || power.cols !== re.cols)
      throw mismatch('takeWaveOff', 're', 'power');
    this.#compiled.takeWaveOff(re.ptr, im.ptr, power.ptr, re.pitch, re.rows, re.cols, alongX, alongY, terms);
  }

  /**
   * Σ of what is left, `re` + i·`im`, times the conjugate of the wave, times 1, x and y: real parts of the three, then their imaginary ones.
   * `alongX` and `alongY` are those of {@link takeWaveOff}; what lies past `cols` is a number.
   */
  besideWave(re: RealPlane, im: RealPlane, alongX: FloatsAt, alongY: FloatsAt, sums: DoublesAt): void {
    if (im.pitch !== re.pitch || im.rows !== re.rows || im.cols !== re.cols)
      throw mismatch('besideWave', 're', 'im');
    this.#compiled.besideWave(re.ptr, im.ptr, re.pitch, re.rows, re.cols, alongX, alongY, sums);
  }

  /**
   * Samples of a picture that repeats itself, by cubics through four of its cells each way. Sample (row, col) lies at
   * (x, y) = (left + col · step, top + row · step), and at the share u = uₓ x + u_y y of a period along the cells' rows, v along their columns.
   * @param cells complex, a real part and an imaginary one each: one period of `high` by `wide`, with one more before and two behind along each side, and four of
   *   no meaning
   * @param place uₓ, u_y, vₓ, v_y, left, top and step
   * @param re `rows` by `cols`, as is `im`
   */
  betweenCells(
    cells: FloatsAt,
    place: DoublesAt,
    re: FloatsAt,
    im: FloatsAt,
    {
      high,
      wide,
      rows,
      cols,
    }: { readonly high: Count; readonly wide: Count; readonly rows: Count; readonly cols: Count },
  ): void {
    this.#compiled.betweenCells(cells, high, wide, place, re, im, rows, cols);
  }
}
