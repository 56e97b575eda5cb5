import type { Route } from './route.ts';

const places = [
  ['', 'Reconstruct', '#/'],
  ['view', 'View', '#/view'],
  ['verify', 'Check', '#/verify'],
  ['calibrate', 'Calibrate', '#/calibrate'],
  ['account', 'Account', '#/account'],
] as const;

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
          <a key={place} href={address} aria-current={here === place ? 'page' : undefined}>
            {place === 'account' && !signedIn ? 'Sign in' : label}
          </a>
        ))}
        <a href="/docs">API</a>
      </nav>
    </header>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')!.focus();
}
