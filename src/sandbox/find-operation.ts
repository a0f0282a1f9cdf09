import { Refusal } from './refusal.ts';

/** What a request asks for. */
export type Operation =
  | { readonly kind: 'list-listings' }
  | { readonly kind: 'list-strategies' }
  | { readonly kind: 'list-channels' }
  | { readonly kind: 'update-listing'; readonly listingId: string };

/**
 * Finds the operation of a method and path.
 *
 * Errors: `Refusal` 404 for a path outside the interface, 405 with `Allow` for another method on a path inside it. That includes
 * `GET /listings/{id}`, which the document does not show.
 * Source: interface.md section 4.
 */
export function findOperation(method: string, path: string): Operation {
  const route = findRoute(path);
  if (route === undefined) throw new Refusal(404, `Cannot find "${path}"`);
  if (method !== route.method) {
    throw new Refusal(405, `Cannot ${method} "${path}": it takes ${route.method} only`, {
      headers: { allow: route.method },
    });
  }
  return route.operation;
}

/** The listing id in a path of the form `/listings/{id}`, whatever the method. */
export function listingIdOf(path: string): string | undefined {
  return /^\/listings\/([^/]+)$/.exec(path)?.[1];
}

function findRoute(path: string): { readonly method: string; readonly operation: Operation } | undefined {
  if (path === '/listings') return { method: 'GET', operation: { kind: 'list-listings' } };
  if (path === '/strategies') return { method: 'GET', operation: { kind: 'list-strategies' } };
  if (path === '/channels') return { method: 'GET', operation: { kind: 'list-channels' } };
  const listingId = listingIdOf(path);
  return listingId === undefined
    ? undefined
    : { method: 'POST', operation: { kind: 'update-listing', listingId } };
}
