// Written by kernels/build-binding.ts from the sources in kernels/: do not edit.
import type {
  BlockAt,
  BytePitch,
  BytesAt,
  ComplexAt,
  Count,
  DoublesAt,
  FloatPitch,
  FloatsAt,
  IntegersAt,
  NONE,
  PlanAt,
  QuadsAt,
  Quantity,
  RealAt,
  ScratchAt,
} from './addresses.ts';

/** The exports of kernels/kernels.wasm, in the order of their parameters. {@link KernelExports} calls them. */
export interface CompiledKernels {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: Count): BlockAt;
  release(block: BlockAt): void;
  fillBytes(block: BlockAt, value: Count, bytes: Count): void;
  takeRoom(instance: Count): void;
  sin(x: Quantity): number;
  cos(x: Quantity): number;
  exp(x: Quantity): number;
  log(x: Quantity): number;
  pow(x: Quantity, y: Quantity): number;
  atan2(y: Quantity, x: Quantity): number;
  phasors(turns: DoublesAt, out: QuadsAt, blocks: Count): void;
  raisedCosine(radius: Quantity, pass: Quantity, stop: Quantity): number;
  phaseAndModulus(
    field: ComplexAt,
    fieldPitch: BytePitch,
    phase: RealAt | typeof NONE,
    phasePitch: BytePitch,
    modulus: RealAt | typeof NONE,
    modulusPitch: BytePitch,
    rows: Count,
    cols: Count,
  ): void;
  takeCurvedPhase(
    phase: RealAt,
    modulus: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    terms: DoublesAt,
    sign: Quantity,
    gain: Quantity,
  ): void;
  maskLowModulus(
    modulus: RealAt,
    pitch: BytePitch,
    mask: BytesAt,
    rows: Count,
    cols: Count,
    minimum: Quantity,
  ): number;
  copyLowModulus(from: BytesAt, to: BytesAt, pixels: Count): void;
  markResidues(
    wrapped: RealAt,
    pitch: BytePitch,
    mask: BytesAt,
    rows: Count,
    cols: Count,
    out: IntegersAt,
  ): void;
  unwrapByScan(
    wrapped: RealAt,
    pitch: BytePitch,
    out: RealAt,
    outPitch: BytePitch,
    rows: Count,
    cols: Count,
  ): void;
  addTurns(
    wrapped: RealAt,
    pitch: BytePitch,
    turns: RealAt,
    turnsPitch: BytePitch,
    rows: Count,
    cols: Count,
  ): void;
  unwrapByQuality(
    wrapped: RealAt,
    pitch: BytePitch,
    mask: BytesAt,
    turns: RealAt,
    turnsPitch: BytePitch,
    rows: Count,
    cols: Count,
  ): void;
  markCuts(phase: RealAt, pitch: BytePitch, mask: BytesAt, rows: Count, cols: Count): void;
  markDisconnected(mask: BytesAt, rows: Count, cols: Count): void;
  countMarks(mask: BytesAt, pixels: Count, out: IntegersAt): void;
  settleTurns(
    wrapped: RealAt,
    phase: RealAt,
    pitch: BytePitch,
    mask: BytesAt,
    rows: Count,
    cols: Count,
    within: Quantity,
  ): number;
  fitSurface(
    wrapped: RealAt,
    pitch: BytePitch,
    mask: BytesAt,
    surface: RealAt,
    rest: RealAt,
    outPitch: BytePitch,
    rows: Count,
    cols: Count,
    cycles: Count,
  ): void;
  turnsToSurface(
    wrapped: RealAt,
    pitch: BytePitch,
    surface: RealAt,
    rest: RealAt,
    turns: RealAt,
    outPitch: BytePitch,
    rows: Count,
    cols: Count,
  ): void;
  loadFrame(
    kind: Count,
    samples: BytesAt,
    plane: RealAt,
    rows: Count,
    cols: Count,
    pitch: FloatPitch,
    statistics: DoublesAt,
  ): void;
  windowed(
    plane: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    mean: Quantity,
    wx: FloatsAt,
    wy: FloatsAt,
    out: RealAt,
    outPitch: FloatPitch,
  ): void;
  hannWindow(out: FloatsAt, count: Count): void;
  taperWindow(out: FloatsAt, count: Count, width: Quantity): void;
  carrierTable(out: QuadsAt, count: Count, padded: Count, frequency: Quantity, window: FloatsAt): void;
  demodulate(
    plane: RealAt,
    pitch: FloatPitch,
    planeRows: Count,
    planeCols: Count,
    mean: Quantity,
    tx: QuadsAt,
    ty: QuadsAt,
    out: ComplexAt,
    outRows: Count,
    outPitchBytes: BytePitch,
  ): void;
  demodulateRowsScratchBytes(plan: PlanAt): number;
  demodulateRows(
    plan: PlanAt,
    plane: RealAt,
    pitch: FloatPitch,
    planeRows: Count,
    planeCols: Count,
    mean: Quantity,
    tx: QuadsAt,
    ty: QuadsAt,
    out: ComplexAt,
    outRows: Count,
    outPitchBytes: BytePitch,
    low: Count,
    high: Count,
    scratch: ScratchAt,
  ): void;
  resampleSpectrum(
    source: ComplexAt,
    sourcePitchBytes: BytePitch,
    sourceRows: Count,
    sourceCols: Count,
    target: ComplexAt,
    targetPitchBytes: BytePitch,
    targetRows: Count,
    targetCols: Count,
    passRadius: Quantity,
    stopRadius: Quantity,
    scale: Quantity,
  ): number;
  divideField(
    field: ComplexAt,
    reference: ComplexAt,
    rows: Count,
    cols: Count,
    pitchBytes: BytePitch,
    floor: Quantity,
  ): void;
  quotientField(
    field: ComplexAt,
    reference: ComplexAt,
    out: ComplexAt,
    rows: Count,
    cols: Count,
    pitchBytes: BytePitch,
    floor: Quantity,
  ): void;
  addFadedRows(
    field: ComplexAt,
    fieldPitchBytes: BytePitch,
    fieldCols: Count,
    beamRe: Quantity,
    beamIm: Quantity,
    at: IntegersAt,
    first: IntegersAt,
    shares: DoublesAt,
    count: Count,
    acrossFirst: IntegersAt,
    acrossWeights: DoublesAt,
    target: ComplexAt,
    targetPitchBytes: BytePitch,
    targetCols: Count,
  ): void;
  addFadedColumns(
    field: ComplexAt,
    fieldPitchBytes: BytePitch,
    fieldRows: Count,
    beamRe: Quantity,
    beamIm: Quantity,
    fade: FloatsAt,
    at: IntegersAt,
    first: IntegersAt,
    shares: DoublesAt,
    count: Count,
    downFirst: IntegersAt,
    downWeights: DoublesAt,
    target: ComplexAt,
    targetPitchBytes: BytePitch,
    targetRows: Count,
  ): void;
  powerOf(
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    power: RealAt,
    powerPitch: FloatPitch,
  ): void;
  histogramOfPower(
    power: RealAt,
    pitch: FloatPitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    counts: IntegersAt,
  ): void;
  poolPower(
    power: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    cellRows: Count,
    cellCols: Count,
    out: DoublesAt,
    mapCols: Count,
  ): void;
  readPower(power: RealAt, pitch: FloatPitch, rows: Count, frameCols: Count, v: Count, u: Count): number;
  ringProfile(
    power: RealAt,
    pitch: FloatPitch,
    rows: Count,
    frameCols: Count,
    cx: Quantity,
    cy: Quantity,
    step: Quantity,
    rings: Count,
    ax: Quantity,
    ay: Quantity,
    maxCosine: Quantity,
    bothWays: boolean,
    axisGuard: Quantity,
    stride: Count,
    out: DoublesAt,
  ): void;
  discBins(
    power: RealAt,
    pitch: FloatPitch,
    rows: Count,
    frameCols: Count,
    x: Quantity,
    y: Quantity,
    radius: Quantity,
    apart: Count,
    out: DoublesAt,
  ): void;
  spectrumPicture(
    power: RealAt,
    pitch: FloatPitch,
    rows: Count,
    frameCols: Count,
    reduceRows: Count,
    reduceCols: Count,
    out: FloatsAt,
    outRows: Count,
    outCols: Count,
  ): void;
  applyTransfer(
    spectrum: ComplexAt | typeof NONE,
    out: ComplexAt,
    rows: Count,
    cols: Count,
    pitchBytes: BytePitch,
    stepX: Quantity,
    stepY: Quantity,
    wavelength: Quantity,
    z: Quantity,
    limitX: Quantity,
    limitY: Quantity,
    first: Count,
    end: Count,
  ): void;
  scaleField(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    wx: FloatsAt,
    wy: FloatsAt,
  ): void;
  placeField(
    source: ComplexAt,
    sourcePitchBytes: BytePitch,
    sourceRows: Count,
    sourceCols: Count,
    re: Quantity,
    im: Quantity,
    wx: FloatsAt,
    wy: FloatsAt,
    target: ComplexAt,
    targetPitchBytes: BytePitch,
    targetRows: Count,
  ): void;
  takeField(
    source: ComplexAt,
    sourcePitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    re: Quantity,
    im: Quantity,
    target: ComplexAt,
    targetPitchBytes: BytePitch,
  ): void;
  conjugateField(field: ComplexAt, pitchBytes: BytePitch, rows: Count, cols: Count): void;
  exportField(field: ComplexAt, pitchBytes: BytePitch, rows: Count, cols: Count, out: FloatsAt): void;
  exportPlane(
    plane: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    scale: Quantity,
    out: FloatsAt,
  ): void;
  countNonFinite(plane: RealAt, pitch: FloatPitch, rows: Count, cols: Count): number;
  joinParts(
    re: FloatsAt,
    im: FloatsAt,
    rows: Count,
    cols: Count,
    plane: ComplexAt,
    pitchBytes: BytePitch,
  ): void;
  splitParts(
    plane: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    re: FloatsAt,
    im: FloatsAt,
  ): void;
  focusSums(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    out: DoublesAt,
  ): void;
  countIntensities(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    scale: Quantity,
    bins: Count,
    counts: IntegersAt,
  ): void;
  sumExcess(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    scale: Quantity,
  ): number;
  blockMoments(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    colFrom: Count,
    blockRows: Count,
    blockCols: Count,
    tilesY: Count,
    tilesX: Count,
    out: DoublesAt,
  ): void;
  blockMeans(
    plane: RealAt,
    pitch: FloatPitch,
    rowFrom: Count,
    colFrom: Count,
    blockRows: Count,
    blockCols: Count,
    tilesY: Count,
    tilesX: Count,
    out: DoublesAt,
  ): void;
  shareMeans(plane: RealAt, pitch: FloatPitch, rows: Count, cols: Count, tiles: Count, out: DoublesAt): void;
  legendreTable(out: DoublesAt, count: Count, degree: Count, first: Quantity, step: Quantity): void;
  removeBackground(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    tableX: DoublesAt,
    countX: Count,
    tableY: DoublesAt,
    countY: Count,
    degree: Count,
    phase: DoublesAt,
    amplitude: DoublesAt,
    leastAmplitude: Quantity,
    scratch: ScratchAt,
  ): void;
  standingOut(
    plane: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    out: IntegersAt,
    most: Count,
  ): number;
  phaseSigma(
    modulus: RealAt,
    modulusPitch: FloatPitch,
    rows: Count,
    cols: Count,
    variance: DoublesAt,
    extra: DoublesAt,
    noisierX: FloatsAt,
    noisierY: FloatsAt,
    mapRows: Count,
    mapCols: Count,
    originY: Quantity,
    stepY: Quantity,
    originX: Quantity,
    stepX: Quantity,
    cap: Quantity,
    out: RealAt,
    outPitch: FloatPitch,
  ): void;
  setWhereMarked(
    plane: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    mask: BytesAt,
    value: Quantity,
  ): void;
  medianOfPlane(plane: RealAt, pitch: FloatPitch, rows: Count, cols: Count): number;
  quadratureScatter(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    colFrom: Count,
    tilesY: Count,
    tilesX: Count,
    side: Count,
    out: DoublesAt,
  ): void;
  reachOfEdges(
    quiet: IntegersAt,
    quietCount: Count,
    sources: IntegersAt,
    strength: DoublesAt,
    sourceCount: Count,
    tilesX: Count,
    tilesY: Count,
    reach: DoublesAt,
  ): void;
  meansAround(
    tiles: IntegersAt,
    values: DoublesAt,
    count: Count,
    tilesX: Count,
    tilesY: Count,
    bellX: DoublesAt,
    bellY: DoublesAt,
    places: Count,
    usual: Quantity,
    out: DoublesAt,
  ): void;
  sortDoubles(values: DoublesAt, count: Count, room: DoublesAt): void;
  createPlan(length: Count, radices: IntegersAt, count: Count, alongLanes: boolean): PlanAt;
  createChirpPlan(length: Count, inner: PlanAt): PlanAt;
  releasePlan(plan: PlanAt): void;
  linesScratchBytes(plan: PlanAt, lineBytes: Count): number;
  finishChirpPlan(address: PlanAt, scratch: ScratchAt): void;
  fftColumns(
    plan: PlanAt,
    inverse: boolean,
    plane: ComplexAt,
    cols: Count,
    pitchBytes: BytePitch,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  filterColumns(
    plan: PlanAt,
    plane: ComplexAt,
    cols: Count,
    pitchBytes: BytePitch,
    transfer: ComplexAt,
    transferPitchBytes: BytePitch,
    out: ComplexAt,
    outPitchBytes: BytePitch,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  filterColumnsScratchBytes(plan: PlanAt): number;
  rowScratchBytes(plan: PlanAt): number;
  fftRowsAlongLanes(
    plan: PlanAt,
    inverse: boolean,
    plane: ComplexAt,
    pitchBytes: BytePitch,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  fftRowsByFours(
    plan: PlanAt,
    inverse: boolean,
    plane: ComplexAt,
    pitchBytes: BytePitch,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  fftRowsByFoursScratchBytes(plan: PlanAt): number;
  realRowsAlongLanes(
    plan: PlanAt,
    plane: RealAt,
    pitchBytes: BytePitch,
    rows: Count,
    out: ComplexAt,
    outPitchBytes: BytePitch,
    scratch: ScratchAt,
  ): void;
  realRowsAlongLanesScratchBytes(plan: PlanAt): number;
  realRowsByEights(
    plan: PlanAt,
    plane: RealAt,
    pitchBytes: BytePitch,
    rows: Count,
    out: ComplexAt,
    outPitchBytes: BytePitch,
    scratch: ScratchAt,
  ): void;
  realRowsByEightsScratchBytes(plan: PlanAt): number;
  fitResiduals(
    design: DoublesAt,
    observed: DoublesAt,
    coefficients: DoublesAt,
    rows: Count,
    m: Count,
    residual: DoublesAt,
  ): void;
  fitNormalEquations(
    design: DoublesAt,
    residual: DoublesAt,
    weight: DoublesAt,
    groups: Count,
    rows: Count,
    m: Count,
    normal: DoublesAt,
    right: DoublesAt,
  ): void;
  addNormalEquations(
    design: DoublesAt,
    residual: DoublesAt,
    rows: Count,
    m: Count,
    normal: DoublesAt,
    right: DoublesAt,
  ): void;
  fitSizes(
    residual: DoublesAt,
    prior: DoublesAt,
    rows: Count,
    groups: Count,
    size: DoublesAt,
    room: DoublesAt,
  ): number;
  fitWeights(
    size: DoublesAt,
    prior: DoublesAt,
    groups: Count,
    scale: Quantity,
    leastShare: Quantity,
    redescend: boolean,
    reach: Quantity,
    weight: DoublesAt,
  ): void;
  phasesLeft(
    design: DoublesAt,
    phases: DoublesAt,
    coefficients: DoublesAt,
    rows: Count,
    m: Count,
    constant: Quantity,
    rest: DoublesAt,
  ): void;
  phaseDensity(
    phases: DoublesAt,
    weight: DoublesAt,
    rows: Count,
    bandwidth: Quantity,
    classes: Count,
    reach: Count,
    density: DoublesAt,
    shift: DoublesAt,
  ): void;
  shiftEquations(
    rest: DoublesAt,
    prior: DoublesAt,
    rows: Count,
    density: DoublesAt,
    shift: DoublesAt,
    classes: Count,
    most: Quantity,
    design: DoublesAt,
    m: Count,
    weight: DoublesAt,
    right: DoublesAt,
  ): void;
  addPatchEquations(
    design: DoublesAt,
    observed: DoublesAt,
    weight: DoublesAt,
    patch: BytesAt,
    rows: Count,
    m: Count,
    equations: DoublesAt,
  ): void;
  tiePieces(
    phase: RealAt,
    sigma: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    mask: BytesAt,
    farthest: Quantity,
    piece: IntegersAt,
    pairs: IntegersAt,
    found: IntegersAt,
  ): number;
  liftTurns(
    coarse: RealAt,
    coarsePitch: FloatPitch,
    coarseMask: BytesAt,
    coarseRows: Count,
    coarseCols: Count,
    stepX: Quantity,
    stepY: Quantity,
    wrapped: RealAt,
    phase: RealAt,
    pitch: FloatPitch,
    mask: BytesAt,
    rows: Count,
    cols: Count,
  ): void;
  countSteep(
    wrapped: RealAt,
    modulus: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    limitX: Quantity,
    limitY: Quantity,
    minimum: Quantity,
  ): number;
  markRims(
    wrapped: RealAt,
    modulus: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    reach: Count,
    dip: Quantity,
    slopeX: Quantity,
    slopeY: Quantity,
    steepX: Quantity,
    steepY: Quantity,
    rims: BytesAt,
  ): number;
  retrieveResidual(
    plan: PlanAt,
    field: ComplexAt,
    pitchBytes: BytePitch,
    fieldQuads: Count,
    sensor: IntegersAt,
    amplitude: RealAt,
    amplitudePitch: BytePitch,
    estimate: ComplexAt,
    estimatePitch: BytePitch,
    momentum: Quantity,
    weight: Quantity,
    first: Count,
    end: Count,
    sums: DoublesAt,
    scratch: ScratchAt,
  ): void;
  retrieveStep(
    plan: PlanAt,
    gradient: ComplexAt,
    p: ComplexAt,
    x: ComplexAt,
    point: ComplexAt,
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    quads: Count,
    lambda: Quantity,
    absorbs: boolean,
    sigma: Quantity,
    steps: Count,
    momentum: Quantity,
    first: Count,
    end: Count,
    closes: boolean,
    seam: ScratchAt,
    sums: DoublesAt,
    scratch: ScratchAt,
  ): void;
  retrieveStepScratchBytes(plan: PlanAt, steps: Count): number;
  retrieveStepSeamBytes(plan: PlanAt, steps: Count): number;
  strayMoments(
    field: ComplexAt,
    explained: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    colFrom: Count,
    tilesY: Count,
    tilesX: Count,
    out: DoublesAt,
  ): void;
  towardsPhase(
    field: ComplexAt,
    passed: ComplexAt,
    wave: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
  ): void;
  shortFilterRowsScratchBytes(cols: Count): number;
  shortFilterColumnsScratchBytes(rows: Count): number;
  shortFilterRows(
    plane: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    taps: FloatsAt,
    ends: FloatsAt,
    line: ScratchAt,
  ): void;
  shortFilterColumns(
    plane: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    taps: FloatsAt,
    ends: FloatsAt,
    line: ScratchAt,
  ): void;
  amplitudeOverFrame(
    hologram: RealAt,
    pitch: FloatPitch,
    background: RealAt,
    backgroundPitch: FloatPitch,
    rows: Count,
    cols: Count,
    floor: Quantity,
    level: Quantity,
    out: RealAt,
    outPitch: FloatPitch,
  ): void;
  amplitudeOverSeries(
    hologram: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    tableX: DoublesAt,
    countX: Count,
    tableY: DoublesAt,
    countY: Count,
    degree: Count,
    coefficients: DoublesAt,
    least: Quantity,
    room: ScratchAt,
    out: RealAt,
    outPitch: FloatPitch,
  ): void;
  fieldSums(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    out: DoublesAt,
  ): void;
  weightRings(
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    table: FloatsAt,
    rings: Count,
    step: Quantity,
  ): void;
  sumRings(
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    sums: DoublesAt,
    counts: IntegersAt,
    rings: Count,
    step: Quantity,
  ): void;
  contrastOf(
    amplitude: RealAt,
    pitch: FloatPitch,
    amplitudeRows: Count,
    amplitudeCols: Count,
    wx: FloatsAt,
    wy: FloatsAt,
    out: ComplexAt,
    outPitchBytes: BytePitch,
    outRows: Count,
  ): void;
  partSums(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rowFrom: Count,
    rowTo: Count,
    colFrom: Count,
    colTo: Count,
    out: DoublesAt,
  ): void;
  refocusContrast(
    spectrum: ComplexAt,
    plain: ComplexAt,
    inverted: ComplexAt,
    rows: Count,
    cols: Count,
    pitchBytes: BytePitch,
    stepX: Quantity,
    stepY: Quantity,
    wavelength: Quantity,
    z: Quantity,
    limitX: Quantity,
    limitY: Quantity,
    epsilon: Quantity,
    row: ScratchAt,
  ): void;
  retrieveOnes(field: ComplexAt, pitchBytes: BytePitch, rows: Count): void;
  retrieveMeasured(
    amplitude: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    to: RealAt,
    toPitch: FloatPitch,
  ): void;
  retrievePlace(
    amplitude: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    to: ComplexAt,
    toPitchBytes: BytePitch,
  ): void;
  retrieveHalve(
    amplitude: RealAt,
    pitch: FloatPitch,
    amplitudeRows: Count,
    amplitudeCols: Count,
    to: RealAt,
    toPitch: FloatPitch,
    scratch: ScratchAt,
  ): void;
  retrieveDouble(
    from: ComplexAt,
    fromPitchBytes: BytePitch,
    fromRows: Count,
    fromCols: Count,
    fromY: Count,
    fromX: Count,
    to: ComplexAt,
    toPitchBytes: BytePitch,
    toRows: Count,
    toCols: Count,
    toY: Count,
    toX: Count,
  ): void;
  retrieveContrast(amplitude: RealAt, pitch: FloatPitch, rows: Count, cols: Count, out: DoublesAt): void;
  sumNearPhase(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    ur: Quantity,
    ui: Quantity,
    out: DoublesAt,
  ): void;
  multiplyField(field: ComplexAt, pitchBytes: BytePitch, rows: Count, ur: Quantity, ui: Quantity): void;
  dropLowFrequencies(
    transfer: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    stepX: Quantity,
    stepY: Quantity,
    least: Quantity,
  ): void;
  mixedSums(field: ComplexAt, pitchBytes: BytePitch, rows: Count, cols: Count, out: DoublesAt): void;
  twinProduct(
    a: ComplexAt,
    b: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    quads: Count,
    out: DoublesAt,
  ): void;
  retrieveMatch(
    raw: RealAt,
    pitchBytes: BytePitch,
    rows: Count,
    gain: Quantity,
    offset: Quantity,
    to: RealAt,
  ): void;
  retrieveMoments(
    raw: RealAt,
    matched: RealAt,
    pitchBytes: BytePitch,
    estimate: ComplexAt,
    estimatePitch: BytePitch,
    rows: Count,
    quads: Count,
    dark: Quantity,
    reach: Quantity,
    out: DoublesAt,
  ): void;
  packedTransferBytes(rows: Count, blocks: Count): number;
  packTransfer(transfer: ComplexAt, pitchBytes: BytePitch, rows: Count, blocks: Count, packed: QuadsAt): void;
  propagateColumnsScratchBytes(plan: PlanAt): number;
  propagateColumns(
    plan: PlanAt,
    field: ComplexAt,
    pitchBytes: BytePitch,
    packed: QuadsAt,
    to: ComplexAt,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  spreadColumns(
    plan: PlanAt,
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    packed: QuadsAt,
    to: ComplexAt,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  gatherColumns(
    plan: PlanAt,
    field: ComplexAt,
    pitchBytes: BytePitch,
    packed: QuadsAt,
    sum: ComplexAt,
    adds: boolean,
    first: Count,
    end: Count,
    scratch: ScratchAt,
  ): void;
  amplitudeMisfit(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    quads: Count,
    amplitude: RealAt,
    amplitudePitch: BytePitch,
  ): number;
  passPupil(
    spectrum: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    stepX: Quantity,
    stepY: Quantity,
    pass: Quantity,
    stop: Quantity,
  ): void;
  overlapModel(
    o: ComplexAt,
    u: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    data: RealAt,
    weights: RealAt,
    slopes: RealAt,
    pitch: FloatPitch,
    tx: QuadsAt,
    ty: QuadsAt,
    windowX: FloatsAt,
    windowY: FloatsAt,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    tableX: Count,
    tableY: Count,
    surfaces: DoublesAt,
    noiseOffset: Quantity,
    noiseSlope: Quantity,
    fringeShare: Quantity,
    leastNoise: Quantity,
    leastWindow: Quantity,
    judgedWindow: Quantity,
    out: DoublesAt,
  ): void;
  overlapNormal(
    p: ComplexAt,
    u: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    weights: RealAt,
    slopes: RealAt,
    pitch: FloatPitch,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    tableX: Count,
    tableY: Count,
    surfaces: DoublesAt,
    out: DoublesAt,
  ): void;
  overlapProbe(
    out: ComplexAt,
    u: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    data: RealAt,
    weights: RealAt,
    slopes: RealAt,
    pitch: FloatPitch,
    legendreX: FloatsAt,
    legendreY: FloatsAt,
    tableX: Count,
    tableY: Count,
    sums: DoublesAt,
  ): void;
  overlapNoise(
    image: RealAt,
    out: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    noiseOffset: Quantity,
    noiseSlope: Quantity,
    leastNoise: Quantity,
  ): void;
  overlapData(
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    windowX: FloatsAt,
    windowY: FloatsAt,
    scale: Quantity,
    leastWindow: Quantity,
    out: RealAt,
    pitch: FloatPitch,
  ): void;
  takeFringes(
    field: ComplexAt,
    pitchBytes: BytePitch,
    fieldRows: Count,
    fieldCols: Count,
    image: RealAt,
    imagePitch: FloatPitch,
    fringes: RealAt,
    fringesPitch: FloatPitch,
    powers: RealAt,
    powersPitch: FloatPitch,
    rows: Count,
    cols: Count,
    mean: Quantity,
    power: Quantity,
    tx: QuadsAt,
    ty: QuadsAt,
    windowX: FloatsAt,
    windowY: FloatsAt,
  ): void;
  spectraTogether(
    plane: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    least: Quantity,
    most: Quantity,
    out: DoublesAt,
  ): void;
  keepLoud(
    plane: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    cols: Count,
    share: Quantity,
    threshold: Quantity,
  ): number;
  brightnessClasses(
    field: ComplexAt,
    pitchBytes: BytePitch,
    image: RealAt,
    imagePitch: FloatPitch,
    fringes: RealAt,
    fringesPitch: FloatPitch,
    powers: RealAt,
    powersPitch: FloatPitch,
    rows: Count,
    cols: Count,
    mean: Quantity,
    share: Quantity,
    border: Count,
    least: Quantity,
    most: Quantity,
    classes: Count,
    leastWindow: Quantity,
    windowX: FloatsAt,
    windowY: FloatsAt,
    out: DoublesAt,
  ): void;
  scoreResidual(
    image: RealAt,
    imagePitch: FloatPitch,
    light: RealAt,
    lightPitch: FloatPitch,
    rows: Count,
    cols: Count,
    v0: Quantity,
    v1: Quantity,
    v2: Quantity,
    leastVariance: Quantity,
    border: Count,
    out: DoublesAt,
  ): void;
  filterRows(pixels: BytesAt, filtered: BytesAt, zeros: BytesAt, width: Count, height: Count): void;
  findRuns(bytes: BytesAt, length: Count, symbols: BlockAt, counts: IntegersAt): number;
  writeCodes(
    symbols: BlockAt,
    count: Count,
    codes: IntegersAt,
    begun: Count,
    begunBits: Count,
    out: BytesAt,
  ): number;
  adler32(bytes: BytesAt, length: Count): number;
  crc32(bytes: BytesAt, length: Count): number;
  paintLevels(
    values: FloatsAt,
    count: Count,
    lowest: Quantity,
    scale: Quantity,
    levels: Count,
    none: Count,
    to: BytesAt,
  ): void;
  sumSpans(
    line: FloatsAt,
    first: IntegersAt,
    last: IntegersAt,
    firstWeight: DoublesAt,
    lastWeight: DoublesAt,
    spans: Count,
    sums: DoublesAt,
  ): void;
  addWeighted(line: DoublesAt, sums: DoublesAt, count: Count, weight: Quantity): void;
  roundSums(sums: DoublesAt, to: FloatsAt, count: Count): number;
  halveLines(upper: FloatsAt, lower: FloatsAt, to: FloatsAt, count: Count): number;
  takeWaveOff(
    re: RealAt,
    im: RealAt,
    power: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    alongX: FloatsAt,
    alongY: FloatsAt,
    terms: DoublesAt,
  ): void;
  besideWave(
    re: RealAt,
    im: RealAt,
    pitch: FloatPitch,
    rows: Count,
    cols: Count,
    alongX: FloatsAt,
    alongY: FloatsAt,
    sums: DoublesAt,
  ): void;
  betweenCells(
    cells: FloatsAt,
    high: Count,
    wide: Count,
    place: DoublesAt,
    re: FloatsAt,
    im: FloatsAt,
    rows: Count,
    cols: Count,
  ): void;
}
