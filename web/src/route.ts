// Addresses of the page: `#/page/argument?key=value`. Every state that is worth a link is in them.
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  page: string;
  argument: string;
  query: URLSearchParams;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const slash = path.indexOf('/');
  const page = slash < 0 ? path : path.slice(0, slash);
  return { page: page || 'home', argument: slash < 0 ? '' : decoded(path.slice(slash + 1)), query: new URLSearchParams(query) };
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Changes the query of the address without a new entry of the history. Empty values leave it. */
export function setQuery(values: Record<string, string>): void {
  const [path] = location.hash.split('?');
  const { query } = readRoute(location.hash);
  for (const [key, value] of Object.entries(values)) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  const text = query.toString();
  history.replaceState(null, '', `${path || '#/'}${text ? `?${text}` : ''}`);
}

/** The route of the page; a change of the query alone by `setQuery` is not seen. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const changed = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}
