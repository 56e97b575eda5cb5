export const watchHelp = `leith watch FOLDER --mode off-axis --wavelength-um <µm> --pixel-pitch-um <µm> -o <cells.zip> [options]

Reconstructs what a camera program writes into a folder while it is written, and makes one package of it at the end, as
leith sequence does. What is in the folder already comes first.

A file is taken when it has not changed for a quarter of a second, in natural order (2 before 10): a number that is missing
is waited for two seconds, and what comes later than that is left out and named. Names that begin with a dot or a tilde, and
those that end otherwise than a frame (.tmp, .part), are nobody's frames until they are renamed; a file that is renamed
after it was taken is not taken twice. A stack counts when its program has finished it.

The sideband, the background and the focus are found on the first nine frames that can be used.

It ends by Ctrl-C (once: with a package of all frames so far; twice: with nothing), or
  --count <n>                       after so many frames
  --idle-s <s>                      when no frame has come for so long

  --interval-s <s>                  from one frame to the next: written with the time axis
  --background <file>               the same rig with no sample
  --calibration <profile.json>      what leith calibrate found the rig to be: its corrections hold for every frame
  -o, --output <file>               the package, a ZIP
  --as ome-tiff                     also cells.phase.ome.tif beside cells.zip
  --signing-key <file>              signs the package: a private Ed25519 key, PEM, as leith keys new makes one

Every option of leith reconstruct that says something of the rig, the distance or the background holds here, too; see
leith help reconstruct.

  --threads <n>                     frames done at the same time; as many as there are cores unless said
  --json                            a line of JSON for each frame as it is done, and the summary as the last one
  -q, --quiet                       no progress
  -h, --help

The frames stay where they are: where this is killed, leith sequence FOLDER makes the package of them.

Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong, 130 ended by a second Ctrl-C.

Examples
  leith watch /data/run7 --mode off-axis --wavelength-um 0.532 --pixel-pitch-um 3.45 --magnification 20 \\
    --interval-s 0.04 --count 1500 -o run7.zip
  leith watch incoming/ --mode off-axis --wavelength-um 0.633 --pixel-pitch-um 3.45 --idle-s 60 -o night.zip \\
    --json > night.jsonl
`;
