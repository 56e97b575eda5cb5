export const verifyHelp = `leith verify RESULT.zip [options]

Checks a result package: that every file is as it was when it was made (digests), who vouches for it (signature), and,
where you have the original frames, that doing it again gives the same result to the last bit.

  --keys <file or address>          public keys to check the signature with: a JSON Web Key Set, e.g. the service's
                                    https://…/.well-known/leith-keys.json
  --hologram <file>                 the original hologram: reconstruct it again and compare
  --background <file>               the original background frame, where there was one

  --json                            the checks as JSON
  -q, --quiet                       no progress
  -h, --help

Exit codes: 0 everything that was checked holds, 1 something does not, 2 the command line is wrong.

Examples
  leith verify result.zip
  leith verify result.zip --keys http://127.0.0.1:8080/.well-known/leith-keys.json
  leith verify result.zip --hologram hologram.tif --background background.tif
`;
