export const fitHelp = `leith fit --geometry <geometry> --file-format <format> [options]
leith fit --geometry <geometry> --file <frame> [options]

Says whether the service would take such data: tested, needs_review or unsupported, why, and what to do next. It is the
same check as POST /public/workflow_fit, on this machine: nothing is sent and nothing is counted. The verdict is about
acceptance, not about accuracy.

  --file <frame>                    read format, size and bit depth from this file, and pixel size and wavelength from
                                    its metadata (OME-XML, Micro-Manager, ImageJ); what is given counts more
  --geometry <geometry>             inline, off-axis, phase-shifting or other
  --file-format <format>            png, tiff, bmp, npy, npz, jpg, raw, hdf5, mat, video or other

Optics
  --wavelength-um <µm>              0.4 to 0.7
  --pixel-pitch-um <µm>             0.5 to 10 on the sensor, above the wavelength
  --pixel-pitch-basis <basis>       sensor, or object_space (needs --magnification)    (sensor)
  --magnification <factor>
  --z-mm <mm>                       sample to sensor
  --z-min-mm, --z-max-mm <mm>       focus search range, at most 10 mm wide

Frame
  --bit-depth <bits>
  --frame-width-px, --frame-height-px <px>

What is on record
  --wavelength-recorded, --pixel-pitch-recorded, --distance-recorded, --exposure-recorded
  --blank-reference-frame           a frame without a sample exists
  --reference-measurement <what>    none, profilometer, interferometer, afm, calibration_target, bead_standard or other

  --json                            the whole answer as JSON
  -h, --help

Exit codes: 0 tested or needs_review, 1 unsupported, 2 the command line is wrong.

Examples
  leith fit --geometry off-axis --file-format video --pixel-pitch-um 0.6 --wavelength-um 0.65
  leith fit --geometry off-axis --file examples/off-axis.png --wavelength-um 0.6328 --pixel-pitch-um 3.45 --z-mm 5
`;
