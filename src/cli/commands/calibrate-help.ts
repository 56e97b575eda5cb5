export const calibrateHelp = `leith calibrate FILE… --target <target_id> --mode off-axis|inline --wavelength-um <µm> --pixel-pitch-um <µm>
                     --z-mm <mm> -o <profile.json> [options]

Measures what a rig really is by the frame of an object of known size, on this machine: pixel pitch, distance and phase
aberration, as far as that target tells. FILE is the raw frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG. Up to eight
frames, the target turned or shifted in between, calibrate together and tell how well that repeats. Writes the profile,
and beside it a picture of what was found, to be looked at before the profile is used.

  --target <target_id>              what the frame shows: see leith targets
  --mode <mode>                     off-axis or inline (also --holography-mode)
  -o, --output <file>               the profile, JSON
  --overlay <file>                  the picture, PNG                                   (the profile's name in .png)

Best guesses
  --wavelength-um <µm>              0.4 to 0.7; it is taken as it is given
  --pixel-pitch-um <µm>             right to a few per cent
  --pixel-pitch-basis <basis>       sensor, or object_space (needs --magnification)    (sensor)
  --magnification <factor>          of the optics between sample and sensor            (1)
  --refractive-index-immersion <n>  of what lies between the target and its image      (1)
  --z-mm <mm>                       right to ten per cent; positive: the target lies before the sensor
  --z-min-mm, --z-max-mm <mm>       a range to search, at most 10 mm; instead of --z-mm or around it; a pattern
                                    that repeats looks alike at several distances, and only this says which one
                                    it is: with --z-mm alone such a distance is left open

  --feature-size-um <µm>            from the certificate of the very part
  --feature-tolerance-um <µm>       from the certificate, ±
  --part-tolerance <share>          ± of all lengths of your own part: 0.001 is 0.1 %    (what its maker states)
  --certificate <number>            of your own part; it is kept with the profile
  --certificate-k <k>               of how many standard uncertainties its tolerance is    (a limit)
  --maker <name>                    whose tolerances count: lbtek, thorlabs or other     (lbtek for usaf-1951)
  --wavelength-tolerance-nm <nm>    ± of the wavelength, on which the distance counts    (1 % of the wavelength)
  --repeatability <share>           one σ of the pitch over repeated recordings, where it is known
  --background <file>               the same rig with no target
  --name <text>                     what you call this rig

  --check <profile.json>            compare with this profile instead, whose target and guesses are taken: pass or fail
  --record <file>                   where the line about a check goes, of a refused frame as well
                                    (the profile's name in .drift.jsonl)

  --json                            the profile, or the check, on standard output
  -q, --quiet                       no progress
  -h, --help

Exit codes: 0 done or passed, 1 refused or failed, 2 the command line is wrong.

Examples
  leith simulate --target distortion-grid-50um --mode off-axis --width 512 --height 512 --pixel-pitch-um 1.02 \\
    --z-mm 1.05 --rotation-deg 7 --aberration 2,0:3 -o grid.png
  leith calibrate grid.png --target distortion-grid-50um --mode off-axis --wavelength-um 0.6328 --pixel-pitch-um 1 \\
    --z-mm 1 -o rig.json
  leith calibrate today.png --check rig.json
  leith reconstruct cells.png --calibration rig.json --mode off-axis --wavelength-um 0.6328 --pixel-pitch-um 1 \\
    --z-mm 1 -o cells.zip
`;
