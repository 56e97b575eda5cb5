import { adminCommand } from '../cli/commands/admin.ts';
import { calibrateCommand } from '../cli/commands/calibrate.ts';
import { fitCommand as fit } from '../cli/commands/fit.ts';
import { keysCommand } from '../cli/commands/keys.ts';
import { reconstructCommand } from '../cli/commands/reconstruct.ts';
import { sequenceCommand } from '../cli/commands/sequence.ts';
import { watchCommand } from '../cli/commands/watch.ts';
import { serveCommand } from '../cli/commands/serve.ts';
import { simulateCommand as simulate } from '../cli/commands/simulate.ts';
import { targetsCommand as targets } from '../cli/commands/targets.ts';
import { verifyCommand as verify } from '../cli/commands/verify.ts';
import { workerCommand } from '../cli/commands/worker.ts';
import { main } from '../cli/main.ts';
import { describeConfig } from './describe-config.ts';
import { osUser } from './os-user.ts';
import { openSequenceThreads } from './sequence-threads.ts';
import { describeSoftware } from './software.ts';
import { untilStopped } from './until-stopped.ts';

const software = describeSoftware();

// the service is loaded when it is wanted: it is most of the program
const serve = async () => (await import('./serve.ts')).serve();
const work = async () => (await import('./worker-process.ts')).workRuns();

const commands = [
  reconstructCommand(software),
  sequenceCommand(software, openSequenceThreads),
  watchCommand(software, openSequenceThreads, untilStopped),
  verify,
  fit,
  simulate,
  targets,
  calibrateCommand(software),
  serveCommand(serve, describeConfig()),
  workerCommand(work, describeConfig()),
  keysCommand(async () => (await import('./admin.ts')).openForAdmin()),
  adminCommand(async () => (await import('./admin.ts')).openForAdmin(), osUser()),
];

process.exitCode = await main(process.argv.slice(2), commands, software.version, process);
