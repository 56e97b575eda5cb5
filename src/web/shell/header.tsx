import type { Route } from './route.ts';

const places = [
  ['', 'Reconstruct', '#/'],
  ['view', 'View', '#/view'],
  ['verify', 'Check', '#/verify'],
  ['calibrate', 'Calibrate', '#/calibrate'],
  ['account', 'Account', '#/account'],
] as const;

/** Steps of making a result stand below “Reconstruct”. */
const within: Readonly<Record<string, string>> = { new: '', run: '', sequence: '' };

/** Who this is, and where one can go. */
export function Header({ route, signedIn }: { readonly route: Route; readonly signedIn: boolean }) {
  const here = route[0] ?? '';
  return (
    <header class="top">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <a class="name" href="#/">
        Leith
      </a>
      <nav aria-label="Main">
        {places.map(([place, label, address]) => (
          <a key={place} href={address} aria-current={currentOf(place, here)}>
            {place === 'account' && !signedIn ? 'Sign in' : label}
          </a>
        ))}
        <a href="/docs">API</a>
      </nav>
    </header>
  );
}

function currentOf(place: string, here: string): 'page' | 'true' | undefined {
  if (here === place) return 'page';
  return within[here] === place ? 'true' : undefined;
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')!.focus();
}
