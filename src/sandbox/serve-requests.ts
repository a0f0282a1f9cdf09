import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, type AnswerContext, answerRequest, toSubject } from './answer-request.ts';
import type { FaultSubject } from './match-fault.ts';
import type { RequestEntry } from './request-log.ts';
import { sendReply } from './send-reply.ts';
import { parseTarget, type ServiceRequest } from './service-request.ts';

interface ServeContext extends AnswerContext {
  /** Kept out of the log. */
  readonly apiKey: string;
  readonly now: () => number;
  readonly record: (entry: RequestEntry) => void;
}

/** Makes the listener that joins HTTP to the service: reads requests, records them, and writes what was decided. */
export function createRequestListener(context: ServeContext): RequestListener {
  let arrived = 0;
  return (request, response) => {
    arrived++;
    response.on('error', () => undefined);
    serve(request, response, { ...context, n: arrived }).catch((error: unknown) => {
      // A bug, or a callback that threw. The client must not wait for ever, nor the reason be lost.
      response.destroy();
      queueMicrotask(() => {
        throw error;
      });
    });
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: ServeContext & { readonly n: number },
): Promise<void> {
  const begun = performance.now();
  const at = new Date(context.now()).toISOString();
  const request = readRequest(incoming);
  const subject = toSubject(request, context.account);
  const answer = await answerRequest(
    { ...request, authorization: incoming.headers.authorization },
    subject,
    context,
  );
  const ms = Math.round((performance.now() - begun) * 1000) / 1000;
  // Recorded before the first byte goes out, so that a client that has the answer finds the entry.
  context.record(toEntry(subject, answer, { n: context.n, at, ms, apiKey: context.apiKey }));
  if (answer.kind === 'reset') return void incoming.socket.resetAndDestroy();
  if (request.hasBody) response.setHeader('connection', 'close');
  await sendReply(response, answer.reply, { ...answer.interference, wait: context.wait });
}

function readRequest({ method = '', url = '/', headers }: IncomingMessage): ServiceRequest {
  const length = headers['content-length'];
  const hasBody =
    headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0);
  return { method, ...parseTarget(url), hasBody };
}

function toEntry(
  { method, path, query, sku, listingId }: FaultSubject,
  answer: Answer,
  { apiKey, ...facts }: Pick<RequestEntry, 'n' | 'at' | 'ms'> & { readonly apiKey: string },
): RequestEntry {
  const clean = (text: string) => text.replaceAll(apiKey, '***');
  return {
    n: facts.n,
    at: facts.at,
    method,
    path: clean(path),
    query: query.map(([name, value]) => [clean(name), clean(value)]),
    status: answer.kind === 'reset' ? 'reset' : answer.reply.status,
    ...(sku !== undefined && { sku: clean(sku) }),
    ...(listingId !== undefined && { listingId: clean(listingId) }),
    ms: facts.ms,
  };
}
