/*
 * Keeps the page itself, so that a result package can be looked at without a server. Only what the build made is kept:
 * never an answer of the API, nothing of an account, nothing a person opened. The build (vite.config.ts) writes the two
 * constants before this script.
 */

/** one per build */
declare const VERSION: string;
/** addresses that are kept from the start, the script of the page first; others below /assets/ once they were asked for */
declare const KEPT: readonly string[];

interface Ending extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Ending) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = 'leith-page-';
/** addresses of the page itself */
const PLACES = ['/', '/verify'];
/** ms: a server that takes longer than this to begin is as good as away, where the page is at hand */
const PATIENCE = 5000;

scope.addEventListener('install', (event) => event.waitUntil(keepPage().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) =>
  event.waitUntil(dropOthers().then(() => scope.clients.claim())),
);
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return;
  if (PLACES.includes(pathname)) event.respondWith(freshOrKept(event.request, '/'));
  else if (pathname === '/style.css') event.respondWith(freshOrKept(event.request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(keptOrFresh(event.request));
});

/** Fails, to be tried again later, where the server has gone on to another build meanwhile. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(PREFIX + VERSION);
  const index = await fetch('/', { cache: 'reload' });
  if (!index.ok || !(await index.clone().text()).includes(KEPT[0]!)) throw new Error('another build');
  await cache.addAll([...KEPT]);
  await cache.put('/', index);
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The page as the server has it now; as it was kept where there is no server. */
async function freshOrKept(request: Request, path: string): Promise<Response> {
  const kept = await (await caches.open(PREFIX + VERSION)).match(path, { ignoreVary: true });
  const fresh = fetch(request);
  if (!kept) return fresh;
  fresh.catch(() => undefined);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fresh.catch(() => kept), late]);
}

/** Names below /assets/ carry a digest of their contents: what was kept is what the server has. */
async function keptOrFresh(request: Request): Promise<Response> {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

export {};
