import type { Command } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { openSequenceThreads } from './sequence-threads.ts';
import { describeSoftware } from './software.ts';
import { untilStopped } from './until-stopped.ts';

const software = describeSoftware();

// the service is loaded when it is wanted: it is most of the program
const serve = async () => (await import('./serve.ts')).serve();
const work = async () => (await import('./worker-process.ts')).workRuns();
const open = async () => (await import('./admin.ts')).openForAdmin();
const variables = async () => (await import('./describe-config.ts')).describeConfig();

/** By name, each loaded when it is wanted: what the others need is most of what there is to load. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  reconstruct: async () => (await import('../cli/commands/reconstruct.ts')).reconstructCommand(software),
  sequence: async () =>
    (await import('../cli/commands/sequence.ts')).sequenceCommand(software, openSequenceThreads),
  watch: async () =>
    (await import('../cli/commands/watch.ts')).watchCommand(software, openSequenceThreads, untilStopped),
  verify: async () => (await import('../cli/commands/verify.ts')).verifyCommand,
  fit: async () => (await import('../cli/commands/fit.ts')).fitCommand,
  simulate: async () => (await import('../cli/commands/simulate.ts')).simulateCommand,
  targets: async () => (await import('../cli/commands/targets.ts')).targetsCommand,
  calibrate: async () => (await import('../cli/commands/calibrate.ts')).calibrateCommand(software),
  serve: async () => (await import('../cli/commands/serve.ts')).serveCommand(serve, await variables()),
  worker: async () => (await import('../cli/commands/worker.ts')).workerCommand(work, await variables()),
  keys: async () => (await import('../cli/commands/keys.ts')).keysCommand(open),
  admin: async () => {
    const { osUser } = await import('./os-user.ts');
    return (await import('../cli/commands/admin.ts')).adminCommand(open, osUser());
  },
};

const args = process.argv.slice(2);
const asked = Object.entries(commands).filter(([name]) => name === args[0]);
const loaded = await Promise.all(
  (asked.length > 0 ? asked : Object.entries(commands)).map(([, load]) => load()),
);

process.exitCode = await main(args, loaded, software.version, process);
