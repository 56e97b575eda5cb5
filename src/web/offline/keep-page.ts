/** ms: a page that is never idle is kept all the same */
const LATEST = 5000;
/** ms after which what failed is tried again, twice as long each time: the server may have been away, or gone on to another build */
const AGAIN = 30_000;

/** Has the browser keep the page for times without a server, once it has nothing better to do. */
export function keepPage(): void {
  // absent where the page was not served safely
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const idle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => void register(workers), { timeout: LATEST })
      : setTimeout(() => void register(workers), 500);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

async function register(workers: ServiceWorkerContainer, wait = AGAIN): Promise<void> {
  const again = () => void setTimeout(() => void register(workers, 2 * wait), wait);
  try {
    const { active, installing } = await workers.register('/service-worker.js');
    // nothing else says that it could not fetch what it is to keep
    if (active || !installing) return;
    const changed = () => {
      if (installing.state === 'redundant') again();
    };
    installing.addEventListener('statechange', changed);
  } catch {
    again();
  }
}
