import closeWithGrace from 'close-with-grace';
import { describeConfig, readConfig } from './config.ts';
import { createService } from './service.ts';

/** How long running reconstructions may take after the signal to stop. */
const GRACE_MS = 30_000;

/**
 * Runs the service until a signal ends it.
 * @returns 2 when the environment is not valid or the port is taken; otherwise it does not return
 */
export async function serve(): Promise<number> {
  const config = readConfig(process.env);
  if ('problems' in config) {
    const list = config.problems.map((problem) => `  ${problem}\n`).join('');
    process.stderr.write(`The environment is not valid:\n${list}\nThe variables are:\n${describeConfig()}\n`);
    return 2;
  }
  const app = await createService(config);
  closeWithGrace({ delay: GRACE_MS, logger: app.log }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'closing after an error');
    else app.log.info({ signal }, 'closing');
    await app.close();
  });
  try {
    const address = await app.listen({ port: config.PORT, host: config.HOST });
    process.stderr.write(`Leith is at ${address}\n`);
  } catch (error) {
    process.stderr.write(`Can’t listen on ${config.HOST}:${config.PORT}: ${(error as Error).message}\n`);
    await app.close();
    return 2;
  }
  return new Promise<never>(() => {});
}
