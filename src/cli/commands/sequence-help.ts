export const sequenceHelp = `leith sequence FRAMES… --mode off-axis --wavelength-um <µm> --pixel-pitch-um <µm> -o <cells.zip> [options]

Reconstructs many frames of one rig on this machine: a time lapse, a flow, a film. Sideband, filter, background and focus
are found once, on a robust mean of some frames; piston, tilt, curvature and carrier of each frame are followed and taken
out. A frame that does not belong (dark, foreign, unreadable) is marked and spoils nothing.

FRAMES are a folder, several files (in natural order: 2 before 10), or one file of many frames: a multi-page TIFF,
OME-TIFF or ImageJ stack, an NPY, NPZ or HDF5 array of (frames, rows, columns). TIFF and NPY may be of any size.

  --interval-s <s>                  from one frame to the next: written with the time axis
  --background <file>               the same rig with no sample
  --calibration <profile.json>      what leith calibrate found the rig to be: its corrections hold for every frame
  -o, --output <file>               the package, a ZIP
  --as ome-tiff                     also cells.phase.ome.tif beside cells.zip: the phase of all frames, for programs that do
                                    not read OME-Zarr

Every option of leith reconstruct that says something of the rig, the distance or the background holds here, too; see
leith help reconstruct. What comes out is at native sampling off-axis, and at full sampling in-line, where the frames have one
distance and each is retrieved from the one before (--mode inline --z-mm 1.2).

The package holds phase.ome.zarr and amplitude.ome.zarr (OME-Zarr 0.5; axes t, y, x), mean_phase.tif, temporal_std.tif,
phase_uncertainty.tif and phase_noise.tif (of one frame), frames.csv (time, digest, drift, flags of every frame), a report
and its evidence.

  --signing-key <file>              signs the package: a private Ed25519 key, PEM, as leith keys new makes one
  --threads <n>                     frames done at the same time; as many as there are cores unless said. The result is the
                                    same bytes
  --json                            a summary on standard output
  -q, --quiet                       no progress
  -h, --help

Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong.

Examples
  leith sequence timelapse/ --mode off-axis --wavelength-um 0.532 --pixel-pitch-um 3.45 --magnification 20 \\
    --interval-s 0.5 -o cells.zip
  leith sequence stack.tif --mode off-axis --wavelength-um 0.633 --pixel-pitch-um 3.45 --z-mm 1.2 -o stack.zip --json
`;
