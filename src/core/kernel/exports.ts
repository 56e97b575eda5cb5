/** What `kernels/index.ts` exports, as TypeScript sees it. Addresses are bytes; see the kernels for shapes and units. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;

  // memory.ts
  allocate(bytes: number): number;
  release(block: number): void;
  fillBytes(block: number, value: number, bytes: number): void;

  // math.ts
  sin(x: number): number;
  cos(x: number): number;
  exp(x: number): number;
  log(x: number): number;
  pow(x: number, y: number): number;
  atan2(y: number, x: number): number;
  phasors(turns: number, out: number, blocks: number): void;

  // frequency.ts
  raisedCosine(radius: number, pass: number, stop: number): number;

  // phase.ts
  phaseAndModulus(
    field: number,
    fieldPitch: number,
    phase: number,
    phasePitch: number,
    modulus: number,
    modulusPitch: number,
    rows: number,
    cols: number,
  ): void;

  // unwrap.ts, unwrap-quality.ts, unwrap-least-squares.ts, unwrap-mask.ts
  maskLowModulus(
    modulus: number,
    pitch: number,
    mask: number,
    rows: number,
    cols: number,
    minimum: number,
  ): number;
  copyLowModulus(from: number, to: number, pixels: number): void;
  markResidues(wrapped: number, pitch: number, mask: number, rows: number, cols: number, out: number): void;
  unwrapByScan(
    wrapped: number,
    pitch: number,
    out: number,
    outPitch: number,
    rows: number,
    cols: number,
  ): void;
  addTurns(
    wrapped: number,
    pitch: number,
    turns: number,
    turnsPitch: number,
    rows: number,
    cols: number,
  ): void;
  unwrapByQuality(
    wrapped: number,
    pitch: number,
    mask: number,
    turns: number,
    turnsPitch: number,
    rows: number,
    cols: number,
  ): void;
  fitSurface(
    wrapped: number,
    pitch: number,
    mask: number,
    surface: number,
    rest: number,
    outPitch: number,
    rows: number,
    cols: number,
    cycles: number,
  ): void;
  turnsToSurface(
    wrapped: number,
    pitch: number,
    surface: number,
    rest: number,
    turns: number,
    outPitch: number,
    rows: number,
    cols: number,
  ): void;
  markCuts(phase: number, pitch: number, mask: number, rows: number, cols: number): void;
  markDisconnected(mask: number, rows: number, cols: number): void;
  settleTurns(
    wrapped: number,
    phase: number,
    pitch: number,
    mask: number,
    rows: number,
    cols: number,
    within: number,
  ): number;
  countMarks(mask: number, pixels: number, out: number): void;

  // frame.ts
  loadFrame(
    kind: number,
    samples: number,
    plane: number,
    rows: number,
    cols: number,
    pitch: number,
    statistics: number,
  ): void;
  windowed(
    plane: number,
    pitch: number,
    rows: number,
    cols: number,
    mean: number,
    wx: number,
    wy: number,
    out: number,
    outPitch: number,
  ): void;
  hannWindow(out: number, count: number): void;
  taperWindow(out: number, count: number, width: number): void;

  // demodulate.ts
  carrierTable(out: number, count: number, padded: number, frequency: number, window: number): void;
  demodulate(
    plane: number,
    pitch: number,
    rows: number,
    cols: number,
    mean: number,
    tx: number,
    ty: number,
    out: number,
    outRows: number,
    outPitchBytes: number,
  ): void;
  resampleSpectrum(
    source: number,
    sourcePitchBytes: number,
    sourceRows: number,
    sourceCols: number,
    target: number,
    targetPitchBytes: number,
    targetRows: number,
    targetCols: number,
    passRadius: number,
    stopRadius: number,
    scale: number,
  ): number;
  divideField(
    field: number,
    reference: number,
    rows: number,
    cols: number,
    pitchBytes: number,
    floor: number,
  ): void;

  // spectrum.ts
  powerOf(
    spectrum: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    power: number,
    powerPitch: number,
  ): void;
  histogramOfPower(
    power: number,
    pitch: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    counts: number,
  ): void;
  poolPower(
    power: number,
    pitch: number,
    rows: number,
    cols: number,
    cellRows: number,
    cellCols: number,
    out: number,
    mapCols: number,
  ): void;
  readPower(power: number, pitch: number, rows: number, cols: number, v: number, u: number): number;
  ringProfile(
    power: number,
    pitch: number,
    rows: number,
    cols: number,
    cx: number,
    cy: number,
    step: number,
    rings: number,
    ax: number,
    ay: number,
    maxCosine: number,
    bothWays: boolean,
    axisGuard: number,
    stride: number,
    out: number,
  ): void;
  spectrumPicture(
    power: number,
    pitch: number,
    rows: number,
    cols: number,
    reduceRows: number,
    reduceCols: number,
    out: number,
    outRows: number,
    outCols: number,
  ): void;

  // propagate.ts
  applyTransfer(
    spectrum: number,
    out: number,
    rows: number,
    cols: number,
    pitchBytes: number,
    stepX: number,
    stepY: number,
    wavelength: number,
    z: number,
    limitX: number,
    limitY: number,
  ): void;

  // field.ts
  scaleField(field: number, pitchBytes: number, rows: number, cols: number, wx: number, wy: number): void;
  placeField(
    source: number,
    sourcePitchBytes: number,
    rows: number,
    cols: number,
    re: number,
    im: number,
    wx: number,
    wy: number,
    target: number,
    targetPitchBytes: number,
    targetRows: number,
  ): void;
  takeField(
    source: number,
    sourcePitchBytes: number,
    rows: number,
    cols: number,
    re: number,
    im: number,
    target: number,
    targetPitchBytes: number,
  ): void;
  conjugateField(field: number, pitchBytes: number, rows: number, cols: number): void;
  exportField(field: number, pitchBytes: number, rows: number, cols: number, out: number): void;
  exportPlane(plane: number, pitch: number, rows: number, cols: number, scale: number, out: number): void;
  joinParts(re: number, im: number, rows: number, cols: number, plane: number, pitchBytes: number): void;
  splitParts(plane: number, pitchBytes: number, rows: number, cols: number, re: number, im: number): void;
  countNonFinite(plane: number, pitch: number, rows: number, cols: number): number;

  // focus.ts
  focusSums(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    out: number,
  ): void;
  countIntensities(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    scale: number,
    bins: number,
    counts: number,
  ): void;
  sumExcess(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    scale: number,
  ): number;

  // background.ts
  blockMoments(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    colFrom: number,
    blockRows: number,
    blockCols: number,
    tilesY: number,
    tilesX: number,
    out: number,
  ): void;
  blockMeans(
    plane: number,
    pitch: number,
    rowFrom: number,
    colFrom: number,
    blockRows: number,
    blockCols: number,
    tilesY: number,
    tilesX: number,
    out: number,
  ): void;
  legendreTable(out: number, count: number, degree: number, first: number, step: number): void;
  removeBackground(
    field: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    tableX: number,
    countX: number,
    tableY: number,
    countY: number,
    degree: number,
    phase: number,
    amplitude: number,
    leastAmplitude: number,
    scratch: number,
  ): void;

  // uncertainty.ts
  phaseSigma(
    modulus: number,
    modulusPitch: number,
    rows: number,
    cols: number,
    variance: number,
    extra: number,
    noisierX: number,
    noisierY: number,
    mapRows: number,
    mapCols: number,
    originY: number,
    stepY: number,
    originX: number,
    stepX: number,
    cap: number,
    out: number,
    outPitch: number,
  ): void;

  // fft-plan.ts
  createPlan(length: number, radices: number, count: number, alongLanes: boolean): number;
  createChirpPlan(length: number, inner: number): number;
  releasePlan(plan: number): void;

  // fft-lines.ts
  linesScratchBytes(plan: number, lineBytes: number): number;
  finishChirpPlan(plan: number, scratch: number): void;

  // fft-columns.ts
  fftColumns(
    plan: number,
    inverse: boolean,
    plane: number,
    cols: number,
    pitchBytes: number,
    first: number,
    end: number,
    scratch: number,
  ): void;
  filterColumns(
    plan: number,
    plane: number,
    cols: number,
    pitchBytes: number,
    transfer: number,
    transferPitchBytes: number,
    out: number,
    outPitchBytes: number,
    first: number,
    end: number,
    scratch: number,
  ): void;
  filterColumnsScratchBytes(plan: number): number;

  // fft-rows.ts
  fftRowsAlongLanes(
    plan: number,
    inverse: boolean,
    plane: number,
    pitchBytes: number,
    first: number,
    end: number,
    scratch: number,
  ): void;
  rowScratchBytes(plan: number): number;
  fftRowsByFours(
    plan: number,
    inverse: boolean,
    plane: number,
    pitchBytes: number,
    first: number,
    end: number,
    scratch: number,
  ): void;
  fftRowsByFoursScratchBytes(plan: number): number;

  // fft-real.ts
  realRowsAlongLanes(
    plan: number,
    plane: number,
    pitchBytes: number,
    rows: number,
    out: number,
    outPitchBytes: number,
    scratch: number,
  ): void;
  realRowsAlongLanesScratchBytes(plan: number): number;
  realRowsByEights(
    plan: number,
    plane: number,
    pitchBytes: number,
    rows: number,
    out: number,
    outPitchBytes: number,
    scratch: number,
  ): void;
  realRowsByEightsScratchBytes(plan: number): number;
  setWhereMarked(plane: number, pitch: number, rows: number, cols: number, mask: number, value: number): void;
  medianOfPlane(plane: number, pitch: number, rows: number, cols: number): number;

  // fit.ts
  fitResiduals(
    design: number,
    observed: number,
    coefficients: number,
    rows: number,
    m: number,
    residual: number,
  ): void;
  fitNormalEquations(
    design: number,
    residual: number,
    weight: number,
    groups: number,
    rows: number,
    m: number,
    normal: number,
    right: number,
  ): void;

  addNormalEquations(
    design: number,
    residual: number,
    rows: number,
    m: number,
    normal: number,
    right: number,
  ): void;

  // unwrap-lift.ts
  liftTurns(
    coarse: number,
    coarsePitch: number,
    coarseMask: number,
    coarseRows: number,
    coarseCols: number,
    stepX: number,
    stepY: number,
    wrapped: number,
    phase: number,
    pitch: number,
    mask: number,
    rows: number,
    cols: number,
  ): void;
  countSteep(
    wrapped: number,
    modulus: number,
    pitch: number,
    rows: number,
    cols: number,
    limitX: number,
    limitY: number,
    minimum: number,
  ): number;

  // retrieve-data.ts, retrieve-step.ts
  retrieveResidual(
    plan: number,
    field: number,
    pitchBytes: number,
    rows: number,
    quads: number,
    sensor: number,
    amplitude: number,
    amplitudePitch: number,
    estimate: number,
    estimatePitch: number,
    momentum: number,
    weight: number,
    scratch: number,
  ): number;
  retrieveStep(
    plan: number,
    gradient: number,
    p: number,
    x: number,
    point: number,
    spectrum: number,
    pitchBytes: number,
    rows: number,
    quads: number,
    lambda: number,
    absorbs: boolean,
    sigma: number,
    steps: number,
    momentum: number,
    out: number,
    scratch: number,
  ): void;
  retrieveStepScratchBytes(plan: number, steps: number): number;

  // retrieve-pupil.ts
  passPupil(
    spectrum: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    stepX: number,
    stepY: number,
    pass: number,
    stop: number,
  ): void;
  amplitudeMisfit(
    field: number,
    pitchBytes: number,
    rows: number,
    quads: number,
    amplitude: number,
    amplitudePitch: number,
  ): number;

  // retrieve-scale.ts
  retrieveOnes(field: number, pitchBytes: number, rows: number): void;
  retrieveMeasured(
    amplitude: number,
    pitch: number,
    rows: number,
    cols: number,
    to: number,
    toPitch: number,
  ): void;
  retrievePlace(
    amplitude: number,
    pitch: number,
    rows: number,
    cols: number,
    to: number,
    toPitchBytes: number,
  ): void;
  retrieveHalve(
    amplitude: number,
    pitch: number,
    rows: number,
    cols: number,
    to: number,
    toPitch: number,
    scratch: number,
  ): void;
  retrieveDouble(
    from: number,
    fromPitchBytes: number,
    fromRows: number,
    fromCols: number,
    fromY: number,
    fromX: number,
    to: number,
    toPitchBytes: number,
    toRows: number,
    toCols: number,
    toY: number,
    toX: number,
  ): void;
  retrieveContrast(amplitude: number, pitch: number, rows: number, cols: number, out: number): void;

  sumNearPhase(
    field: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    ur: number,
    ui: number,
    out: number,
  ): void;
  multiplyField(field: number, pitchBytes: number, rows: number, ur: number, ui: number): void;

  // retrieve-exposure.ts
  retrieveMoments(
    raw: number,
    matched: number,
    pitchBytes: number,
    estimate: number,
    estimatePitch: number,
    rows: number,
    quads: number,
    dark: number,
    reach: number,
    out: number,
  ): void;
  retrieveMatch(
    raw: number,
    pitchBytes: number,
    rows: number,
    gain: number,
    offset: number,
    to: number,
  ): void;

  // retrieve-columns.ts
  packedTransferBytes(rows: number, blocks: number): number;
  packTransfer(transfer: number, pitchBytes: number, rows: number, blocks: number, packed: number): void;
  propagateColumnsScratchBytes(plan: number): number;
  propagateColumns(
    plan: number,
    field: number,
    pitchBytes: number,
    blocks: number,
    packed: number,
    to: number,
    scratch: number,
  ): void;
  spreadColumns(
    plan: number,
    spectrum: number,
    pitchBytes: number,
    blocks: number,
    packed: number,
    to: number,
    scratch: number,
  ): void;
  gatherColumns(
    plan: number,
    field: number,
    pitchBytes: number,
    blocks: number,
    packed: number,
    sum: number,
    first: boolean,
    scratch: number,
  ): void;

  // twin.ts
  dropLowFrequencies(
    transfer: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    stepX: number,
    stepY: number,
    least: number,
  ): void;
  mixedSums(field: number, pitchBytes: number, rows: number, cols: number, out: number): void;
  twinProduct(a: number, b: number, pitchBytes: number, rows: number, quads: number, out: number): void;

  // inline-normalise.ts
  amplitudeOverFrame(
    hologram: number,
    pitch: number,
    background: number,
    backgroundPitch: number,
    rows: number,
    cols: number,
    floor: number,
    level: number,
    out: number,
    outPitch: number,
  ): void;
  amplitudeOverSeries(
    hologram: number,
    pitch: number,
    rows: number,
    cols: number,
    tableX: number,
    countX: number,
    tableY: number,
    countY: number,
    degree: number,
    coefficients: number,
    least: number,
    room: number,
    out: number,
    outPitch: number,
  ): void;

  // inline-focus.ts
  fieldSums(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    out: number,
  ): void;
  weightRings(
    spectrum: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    table: number,
    rings: number,
    step: number,
  ): void;
  sumRings(
    spectrum: number,
    pitchBytes: number,
    rows: number,
    cols: number,
    sums: number,
    counts: number,
    rings: number,
    step: number,
  ): void;
  contrastOf(
    amplitude: number,
    pitch: number,
    rows: number,
    cols: number,
    wx: number,
    wy: number,
    out: number,
    outPitchBytes: number,
    outRows: number,
  ): void;
  partSums(
    field: number,
    pitchBytes: number,
    rowFrom: number,
    rowTo: number,
    colFrom: number,
    colTo: number,
    out: number,
  ): void;
  refocusContrast(
    spectrum: number,
    plain: number,
    inverted: number,
    rows: number,
    cols: number,
    pitchBytes: number,
    stepX: number,
    stepY: number,
    wavelength: number,
    z: number,
    limitX: number,
    limitY: number,
    epsilon: number,
    row: number,
  ): void;
}
