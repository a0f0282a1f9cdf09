import type { CannedAnswer, Faults } from './faults.ts';

/**
 * An error answer of the service, thrown where a rule is broken and rendered in one place.
 *
 * Shape: `param` names the parameter at fault, null where there is none.
 * Source: interface.md section 7. Statuses and bodies are not documented there; the sandbox answers 400 to broken parameter rules,
 * 401, 404, 405 and 429 as HTTP does.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }
}

interface RefusalDetails {
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of one parameter: status 400, the parameter named in the sentence and in `param`. */
export function refuseParameter(param: string, problem: string): Refusal {
  return new Refusal(400, `Cannot use parameter "${param}": ${problem}`, { param });
}

/** Source: interface.md section 7 shows no body shape, so that a client must get along with several. */
export function renderRefusal(refusal: Refusal, shape: Faults['errorBody'] = 'nested'): CannedAnswer {
  const { status, headers, message, param } = refusal;
  switch (shape) {
    case 'nested':
      return { status, headers, body: { error: { message, param } } };
    case 'flat':
      return { status, headers, body: { message, param } };
    case 'html':
      return { status, headers, body: renderPage(status), contentType: 'text/html; charset=utf-8' };
    case 'empty':
      return { status, headers };
  }
}

function renderPage(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
}
