import type { Dispatcher } from 'undici';
import type { Clock } from '../domain/ports.ts';

/** An answer that came to its end. */
export interface Answer {
  readonly httpStatus: number;
  /** What came several times is a list. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Buffer;
  /** From when the request was sent over its connection. Units: milliseconds. */
  readonly tripMs: number;
}

interface CollectOptions {
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Makes a request and collects the whole answer, without the stream that undici would put around it: most of what a
 * request costs here is that stream, and the signal that ends it.
 *
 * Errors: what undici says of the network, and `DeadlineError` if the answer is not whole in time. A request that still
 * waits for its connection then ends as soon as there is one, or none.
 */
export function collectAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { timeoutMs, clock }: CollectOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new Collector({ timeoutMs, clock }, resolve, reject));
  });
}

/** A class, since closures for each event of each request would take more than what they do. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #timeoutMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #late: DeadlineError | undefined;
  #sentAt = 0;
  #httpStatus = 0;
  #headers: Answer['headers'] = {};
  readonly #chunks: Buffer[] = [];

  constructor(
    { timeoutMs, clock }: CollectOptions,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(giveUp, timeoutMs, this);
  }

  giveUp(): void {
    this.#late = new DeadlineError(this.#timeoutMs);
    this.#controller?.abort(this.#late);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sentAt = this.#clock.monotonic();
    if (this.#late) controller.abort(this.#late);
  }

  /** An informational status (1xx) is overwritten by the answer that follows. */
  onResponseStart(_: unknown, httpStatus: number, headers: Answer['headers']): void {
    this.#httpStatus = httpStatus;
    this.#headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    this.#resolve({
      httpStatus: this.#httpStatus,
      headers: this.#headers,
      bytes: join(this.#chunks),
      tripMs: this.#clock.monotonic() - this.#sentAt,
    });
  }

  onResponseError(_: unknown, error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}

function giveUp(collector: Collector): void {
  collector.giveUp();
}

function join(chunks: readonly Buffer[]): Buffer {
  const [only, second] = chunks;
  return only && !second ? only : Buffer.concat(chunks);
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} s`);
  }
}
