import { useEffect, useState } from 'preact/hooks';

/** Where in the page somebody is: the part after the #, `#/result/evr_1` is ['result', 'evr_1']. */
export type Route = readonly string[];

export function currentRoute(): Route {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decode);
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

export function goTo(address: string): void {
  location.hash = address;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
