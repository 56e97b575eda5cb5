import { reconstructCommand } from '../cli/commands/reconstruct.ts';
import { serveCommand } from '../cli/commands/serve.ts';
import { command as simulate } from '../cli/commands/simulate.ts';
import { main } from '../cli/main.ts';
import { describeConfig } from './config.ts';
import { describeSoftware } from './software.ts';

const software = describeSoftware();

// the service is loaded when it is wanted: it is most of the program
const serve = async (): Promise<number> => (await import('./serve.ts')).serve();

const commands = [reconstructCommand(software), simulate, serveCommand(serve, describeConfig())];

process.exitCode = await main(process.argv.slice(2), commands, software.version, process);
