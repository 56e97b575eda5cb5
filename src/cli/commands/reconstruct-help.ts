export const reconstructHelp = `leith reconstruct FILE --mode off-axis|inline --wavelength-um <µm> --pixel-pitch-um <µm> -o <result.zip> [options]

Reconstructs one hologram on this machine and writes the result package: phase, amplitude, their uncertainty, the
field, pictures and a report. FILE is one grey frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG.

  --mode <mode>                     off-axis or inline (also --holography-mode)

Lengths are in the unit shown; one with a unit of its own ("633 nm", "5 cm", "3,45 µm") is converted.

  --wavelength-um <µm>              0.4 to 0.7
  --pixel-pitch-um <µm>             0.5 to 10 on the sensor, above the wavelength
  --pixel-pitch-basis <basis>       sensor, or object_space (needs --magnification)    (sensor)
  --magnification <factor>          of the optics between sample and sensor            (1)
  --refractive-index-immersion <n>  of what lies between the sample and its image, 1.518 for oil;
                                    the wavelength stays that in vacuum                (1)
  --wavelength-tolerance-nm <nm>    ±; off-axis it counts in the uncertainty of the phase
  --background <file>               the same rig with no sample
  --channel <colour>                red, green or blue: which one of a colour frame
  --calibration <profile.json>      what leith calibrate, or the service, found the rig to be; give the same
                                    best guesses as there
  --calibration-origin-px <x,y>     where on the calibrated frame this one begins (the same middle)
  --lens-distortion <what>          keep, or correct: what the calibration states of it is undone by
                                    resampling                        (keep)
  -o, --output <file>               the package, a ZIP

Distance from the sample (or its image) to the sensor, in the space that the pitch is given in: behind a
microscope that is the sensor's side, magnification² times as long as in the sample, unless
--pixel-pitch-basis is object_space and --pixel-pitch-um is that in the sample. Light from a point source at
L from the sensor and s from the sample: --magnification L/s and --z-mm (L − s) · L/s (docs/conventions.md)
  --z-mm <mm>                       -2000 to 2000; positive: the sample lies before the sensor
  --z-tolerance-mm <mm>             ± of --z-mm or of all --stack-z-mm; counts in the uncertainty
  --z-min-mm, --z-max-mm <mm>       search this range for the focus, at most 10 mm, instead of --z-mm

Height
  --sample-type <type>              transmission or reflection                         (transmission)
  --refractive-index-sample <n>     with --refractive-index-medium: adds a height map in transmission
  --refractive-index-medium <n>

Result
  --phase-background <what>         taken out of the phase: auto, none, tilt or polynomial   (auto)
  --background-degree <d>           1 to 6, with --phase-background polynomial: instead of the lowest
                                    degree that suffices
  --background-region <x,y,w,h;…>   rectangles of the frame, px, that hold no sample: the background is
                                    fitted to these alone (quote it: a shell reads the semicolon)
  --output-sampling <sampling>      full: a pixel per camera pixel; native: the same
                                    detail in a quarter to a tenth of the bytes   (full)
  --outputs <map,map,…>             what the package holds, out of phase, phase_wrapped, amplitude,
                                    phase_uncertainty, phase_noise, height, field and previews; the
                                    phase alone is a seventh of all, at native sampling a thirtieth
                                    or less                          (all but phase_noise)

Off-axis, expert
  --sideband <which>                auto, or conjugate: the other one of the twins     (auto)
  --carrier-cycles-per-px <fx,fy>   where the sideband is, instead of looking for it
  --filter-radius-cycles-per-um <r>
  --demodulation <method>           linear: a filter around the sideband; likelihood: and a step that
                                    lets dark pixels count for more  (linear)

Inline
  --phase-retrieval <method>        constrained or none                                (constrained)
  --camera-gamma <power>            the light is the counts to this power: 1 for a camera that is known to
                                    be linear; absent, frames of 8 bits are asked, and what they leave
                                    open counts in the uncertainty
  --stack-z-mm <z,z,…>              one distance per frame of a stack, 2 to 8

  --json                            a summary on standard output
  -q, --quiet                       no progress
  -h, --help

Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong.

Examples
  leith reconstruct examples/off-axis.png --background examples/off-axis-background.png --mode off-axis \\
    --wavelength-um 0.6328 --pixel-pitch-um 3.45 --z-mm 5 -o result.zip
  leith reconstruct cells.tif --mode off-axis --wavelength-um 0.532 --pixel-pitch-um 3.45 --magnification 20 \\
    --z-min-mm -2 --z-max-mm 2 --refractive-index-sample 1.38 --refractive-index-medium 1.337 -o cells.zip --json
`;
