import type { Dispatcher } from 'undici';

/** All of an answer that is wanted. */
export interface StatusAnswer {
  readonly httpStatus: number;
  /** What came several times is a list. */
  readonly headers: Dispatcher.ResponseData['headers'];
}

/**
 * Makes a request and waits for the beginning of its answer; what comes after the headers is cut off, however much it is.
 *
 * Errors: what undici says of the network, and one that says so if no answer began in time.
 */
export function fetchStatus(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<StatusAnswer> {
  return new Promise((resolve, reject) => {
    let abort = (_: Error): void => {};
    const late = new Error(`no answer within ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => {
      abort(late);
      reject(late);
    }, timeoutMs);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        abort = (error) => controller.abort(error);
      },
      onResponseStart: (controller, httpStatus, headers) => {
        // An informational status (1xx) is not the answer yet.
        if (httpStatus < 200) return;
        clearTimeout(timer);
        resolve({ httpStatus, headers });
        controller.abort(new Error('the rest is not wanted'));
      },
      onResponseData: () => {},
      onResponseEnd: () => {},
      onResponseError: (_, error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    dispatcher.dispatch(options, handler);
  });
}
