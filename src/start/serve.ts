import closeWithGrace from 'close-with-grace';
import { configOrExplain, openOrExplain } from './or-explain.ts';
import { createService } from './service.ts';

/** What is left to be done when the last request has its answer: runs are given back, storage is closed. */
const CLOSING_MS = 30_000;

/**
 * Runs the service until a signal ends it.
 * @returns 2 when the environment is not valid, the port or the data folder is taken, the database is of another
 *   version or no thread can be started; 1 when the database does not answer; otherwise it does not return
 */
export async function serve(): Promise<number> {
  const config = configOrExplain();
  if (config === 2) return config;
  const service = await openOrExplain(() => createService(config));
  if (typeof service === 'number') return service;
  const { app } = service;
  const delay = config.SHUTDOWN_GRACE_S * 1000 + CLOSING_MS;
  // a process that ends by itself has its exit code
  closeWithGrace({ delay, logger: app.log, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'closing after an error');
    else app.log.info({ signal }, 'closing');
    await service.stop();
  });
  try {
    const address = await app.listen({ port: config.PORT, host: config.HOST });
    process.stderr.write(`Leith is at ${address}\n`);
  } catch (error) {
    process.stderr.write(`Can’t listen on ${config.HOST}:${config.PORT}: ${(error as Error).message}\n`);
    await app.close();
    return 2;
  }
  try {
    const begun = await openOrExplain(() => service.begin());
    if (typeof begun === 'number') {
      await service.stop();
      return begun;
    }
  } catch (err) {
    app.log.error({ err }, 'not all of it could be started');
  }
  return new Promise<never>(() => {});
}
