import { useEffect, useState } from 'preact/hooks';

/** Where in the page somebody is: the part after the #, `#/result/evr_1?map=phase` is ['result', 'evr_1']. */
export type Route = readonly string[];

export function currentRoute(): Route {
  const [path = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return path.split('/').filter(Boolean).map(decode);
}

/** What the address says beyond the place: `#/result/evr_1?map=phase`. */
export function currentQuery(): URLSearchParams {
  return new URLSearchParams(location.hash.split('?').slice(1).join('?'));
}

/** The route, and again whenever it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const changed = (): void => setRoute(currentRoute());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

/** A step that “back” undoes. */
export function goTo(address: string): void {
  location.hash = address;
}

/** The same step under another name: “back” goes to what was before it. */
export function replaceAddress(address: string): void {
  if (location.hash === address) return;
  history.replaceState(history.state, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Says in the address how the place is looked at; nobody is told of it, for nothing else changes. */
export function replaceQuery(query: URLSearchParams, path = location.hash.split('?')[0] || '#/'): void {
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3B', ';');
  const address = text === '' ? path : `${path}?${text}`;
  if (location.hash !== address) history.replaceState(history.state, '', address);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
