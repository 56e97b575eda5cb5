export const simulateHelp = `leith simulate --object <kind> --mode off-axis|inline -o <file> [options]
leith simulate --target <target_id> --mode off-axis|inline -o <file> [options]

Makes a hologram whose truth is known: a file to try the service with, or to measure a method against. The same
options and seed give the same pixels on every machine.

  --object <kind>               flat, beads, cells, phase-steps, absorbing-chart, phase-chart, star or mixed
  --target <target_id>          instead of an object: a calibration target, see leith targets
  --mode <mode>                 off-axis or inline
  -o, --output <file>           the hologram: .png, .tif, .tiff or .npy
  --background <file>           the same rig without the sample, noise of its own
  --truth <file.npz>            field, amplitude, phase, unwrapped_phase, continuous_phase and the numbers of the exposure;
                                of a target also its geometry and how it lies

Geometry
  --width, --height <px>        frame (1024 × 1024)
  --wavelength-um <um>          0.6328
  --pixel-pitch-um <um>         3.45; behind a microscope, sensor pitch / magnification
  --z-mm <mm>                   object this far before the sensor (0)
  --stack-z-mm <z,z,…>          inline: an exposure at each of 2 to 8 distances, one array in a .npy file

Object
  --phase-rad <rad>             peak phase
  --transmission <0…1>          amplitude let through by absorbing parts
  --count <n>                   beads or cells, also those that are a target
  --size-um <um>                bead radius, cell semi-axis, step side, star radius or widest bar; of a
                                target what its feature_size_um measures
  --pupil-radius <cycles/px>    finest detail (off-axis: a third of the carrier; inline: 0.45)

Target
  --rotation-deg <deg>          turns it clockwise, as seen (0)
  --shift-x-um, --shift-y-um <um>  moves it from the middle, right and down (0)
  --anisotropy <ratio>          scale along x over scale along y (1)
  --shear <s>                   x moves by s per unit of y (0)

Interference (off-axis)
  --carrier <fx,fy>             where the sideband lies, cycles per pixel (0.18,0.15)
  --amplitude-ratio <r>         reference over object amplitude (1)
  --coherence <0…1>             multiplies the fringes (1)
  --aberration <nx,ny:rad>      Legendre term of the optics, repeatable: 2,0:3.5

Light and camera
  --uneven-light <0…0.9>        fall-off of the beam (0)
  --dust <n>                    specks in the beam (0)
  --dirt-rad <rad>              a dirty surface before the sample, rms of its phase (0) …
  --dirt-grain-px <px>          … its grain (3) …
  --dirt-mm <mm>                … and how far before the sample it lies (50)
  --vignetting <0…0.9>          fall-off of the object wave towards the corners (0)
  --second-reference <0…1>      off-axis: amplitude of a reflection of the reference (0)
  --photoelectrons <n>          mean per pixel without a sample (10000)
  --pixel-points                off-axis: pixels that see single points, not the light on their area
  --no-photon-noise
  --read-noise <electrons>      0
  --bit-depth <bits>            8, 10, 12, 14, 16, or 32 for float electrons (12)
  --full-scale-percentile <p>   this percentile of the signal … (99.99)
  --full-scale-fraction <0…1>   … lies at this share of the range (0.9); what lies above may clip
  --pixel-gain-spread <share>   standard deviation of the pixels' gains (0)
  --gamma <exponent>            of the camera's response (1)
  --jpeg-quality <1…100>        of a frame of 8 bits: what saving it as JPEG loses
  --seed <n>                    1
  -h, --help

Examples
  leith simulate --object beads --mode off-axis --z-mm 20 --carrier 0.18,0.15 -o hologram.tif
  leith simulate --object cells --mode off-axis --carrier -0.2,0.1 --bit-depth 8 --photoelectrons 2000 \\
    --aberration 2,0:3 --seed 7 -o hologram.png --background background.png --truth truth.npz
  leith simulate --object absorbing-chart --mode inline --z-mm 1.5 --pixel-pitch-um 1.67 -o inline.png
  leith simulate --object mixed --mode inline --stack-z-mm 1.2,1.5,1.9 --pixel-pitch-um 1.67 -o stack.npy
  leith simulate --target usaf-1951 --mode inline --z-mm 2 --pixel-pitch-um 1 --rotation-deg 3 --shift-x-um 40 \\
    -o usaf.png --truth usaf.npz
`;
