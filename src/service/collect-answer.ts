import type { Dispatcher } from 'undici';

/** An answer that came to its end. */
export interface Answer {
  readonly httpStatus: number;
  /** What came several times is a list. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Buffer;
}

/**
 * Makes a request and collects the whole answer, without the stream that undici would put around it: most of what a
 * request costs here is that stream, and the signal that ends it.
 *
 * Errors: what undici says of the network, and `DeadlineError` where the answer is not whole in time. A request that still
 * waits for its connection then ends as soon as there is one, or none.
 */
export function collectAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let late: DeadlineError | undefined;
    let httpStatus = 0;
    let headers: Answer['headers'] = {};
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      late = new DeadlineError(timeoutMs);
      controller?.abort(late);
    }, timeoutMs);
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
        if (late) controller.abort(late);
      },
      // What comes with a status below 200 is not the answer yet.
      onResponseStart: (_, status, given) => {
        httpStatus = status;
        headers = given;
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ httpStatus, headers, bytes: join(chunks) });
      },
      onResponseError: (_, error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}

function join(chunks: readonly Buffer[]): Buffer {
  const [only, second] = chunks;
  return only && !second ? only : Buffer.concat(chunks);
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor(timeoutMs: number) {
    super(`no whole answer within ${timeoutMs / 1000} s`);
  }
}
