/** Has the browser keep the page for times without a server, once it has nothing better to do. */
export function keepPage(): void {
  // absent where the page was not served safely
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const register = () => void workers.register('/service-worker.js').catch(() => undefined);
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 500);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
