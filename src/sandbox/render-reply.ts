import type { CannedAnswer, ErrorBody } from './faults.ts';
import type { Refusal } from './refusal.ts';

const JSON_TYPE = 'application/json';

/** An answer ready to be sent. Its `content-length` is added on sending. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Source: interface.md section 1: all responses are JSON. */
export function renderJson(value: unknown): Reply {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(JSON.stringify(value)) };
}

/** Source: interface.md section 7 shows no body shape, so that a client must get along with several. */
export function renderRefusal(refusal: Refusal, shape: ErrorBody): Reply {
  const { status, message, param, headers } = refusal;
  const reply = (contentType: string, body: string): Reply => ({
    status,
    headers: { 'content-type': contentType, ...headers },
    body: Buffer.from(body),
  });
  switch (shape) {
    case 'nested':
      return reply(JSON_TYPE, JSON.stringify({ error: { message, param } }));
    case 'flat':
      return reply(JSON_TYPE, JSON.stringify({ message, param }));
    case 'html':
      return reply('text/html; charset=utf-8', renderPage(status));
    case 'empty':
      return { status, headers, body: Buffer.alloc(0) };
  }
}

/** Renders the answer of a fault rule. */
export function renderCanned({ status, body, contentType = JSON_TYPE, headers }: CannedAnswer): Reply {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': contentType, ...headers }, body: Buffer.from(text) };
}

function renderPage(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
}
