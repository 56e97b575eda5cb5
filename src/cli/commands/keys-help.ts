export const keysHelp = `leith keys <command> [options]

The life of the keys that packages are signed with. A root key, which never comes near the service, endorses them in a
list; the service publishes the list, and leith verify believes what it says.

  leith keys new --out <key.pem>                 makes a private key: the root, or one to sign packages with;
                                                 --json prints its public half alone
  leith keys endorse <key> --root <root.pem> --list <list.json> [--from <time>] [--days <400>]
                                                 endorses a key (.pem, or its public JSON) for so long
  leith keys rotate <key> --root <root.pem> --list <list.json> [--days <400>] [--overlap-days <7>]
                                                 endorses the next key, and ends the others when the overlap is over
  leith keys revoke <kid> --root <root.pem> --list <list.json> --reason <why> [--at <time>]
                                                 what it signs from then on is not believed (lost, retired)
  leith keys compromise <kid> --root <root.pem> --list <list.json> --reason <why> --since <time>
                                                 somebody else may have it: what it signed is believed only where the
                                                 log proves that it was there before
  leith keys show <list.json>                    what a list says, and the root's kid for --root of leith verify
  leith keys publish <list.json>                 has the service of this environment publish the list

All but publish work on files alone, on a machine without a network. Each change makes a new version of the list.

  --json        the answer as JSON
  -h, --help

Exit codes: 0 done, 1 refused, 2 the command line is wrong.
`;
