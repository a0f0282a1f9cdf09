import type { Dispatcher } from 'undici';

/**
 * Opens a connection and leaves it to the next request. undici opens one for a request only, so there is a request, which
 * ends when the connection is there and nothing of it was written.
 *
 * Errors: what kept the connection from coming about.
 */
export function openConnection(dispatcher: Dispatcher, origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {
        resolve();
        throw new Error('Only the connection was wanted');
      },
      onResponseError: (_, error) => reject(error),
    };
    dispatcher.dispatch({ origin, path: '/', method: 'GET' }, handler);
  });
}
