export const verifyHelp = `leith verify RESULT.zip|FOLDER|RECEIPT.json [options]

Checks a result package, as it came or unzipped: that every byte is as it was when it was made (digests, form), who vouches for it (signature),
and, where you have the original frames, that doing it again gives the same result to the last bit. The verdict is one of

  reproduced          signed, and done again to the same bytes
  authentic           as it was signed; not done again
  intact              digests only (--allow-unsigned): whoever changed files could have changed their digests
  not to be trusted   anything else: changed, unsigned, signed by nobody whose key you gave

A signed deletion receipt (GET /users/me/receipts/{receipt_id}) is checked in the same way.

Doing it again needs the kernels that the report names. Those of this version and of past releases are at hand; with
others the result is authentic at best, unless the same bytes come out.

  --keys <file or address>          public keys to check the signature with: a JSON Web Key Set, e.g. the service's
                                    https://…/.well-known/leith-keys.json
  --proof <file>                    what the service answers to GET /results/{id}/proof, or to …/receipts/{id}/proof:
                                    that its log has the package, or the receipt
  --checkpoint <file>               a checkpoint of the log that you kept (GET /log/checkpoint)
  --consistency <file>              what the service answers to GET /log/consistency/{leaves of that checkpoint}: that
                                    nothing before it was rewritten
  --allow-unsigned                  take a package whose signer is not known for intact, where its digests agree
  --partial                         take a folder that lacks files of the package: what is there is checked, and what it
                                    lacks is said
  --root <kid>                      the root that has to have endorsed these keys (leith keys show names it)
  --tsa <file>                      certificates (PEM) of the authorities whose timestamps you believe: with one, a signature
                                    outlives its key
  --hologram <file>                 the original hologram: reconstruct it again and compare
  --background <file>               the original background frame, where there was one
  --frames <file or folder>         the original frames of a sequence, once or several times: some of them are done again
  --sample <n>                      how many, drawn at random, or all                           (8)

  --json                            verdict, reasons and checks as JSON
  -q, --quiet                       no progress
  -h, --help

Exit codes: 0 reproduced, authentic, or intact where that is allowed; 1 not to be trusted; 2 the command line is wrong.

Examples
  leith verify result.zip --allow-unsigned
  leith verify result.zip --keys http://127.0.0.1:8080/.well-known/leith-keys.json
  leith verify result.zip --keys keys.json --hologram hologram.tif --background background.tif
`;
