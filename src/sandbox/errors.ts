import { z } from 'zod';

type SandboxErrorCode =
  | 'invalid_option'
  | 'invalid_catalogue'
  | 'invalid_faults'
  | 'port_in_use'
  | 'cannot_listen';

/**
 * Why a sandbox could not be started: settings, a catalogue or faults that can't be used, or a port that can't be had.
 *
 * Shape: `code` identifies the case, `message` is a sentence for people (several lines for several mistakes).
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

const SHOWN_MISTAKES = 10;

/**
 * Checks data that a person may have written.
 *
 * Errors: `SandboxError` `invalid_catalogue` or `invalid_faults`, with the places of the first ten mistakes and the number of the others.
 */
export function parseStrictly<T>(what: 'catalogue' | 'faults', schema: z.ZodType<T>, data: unknown): T {
  const { success, data: parsed, error } = schema.safeParse(data);
  if (success) return parsed;
  const mistakes = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`,
  );
  const more = mistakes.length - SHOWN_MISTAKES;
  const shown = [...mistakes.slice(0, SHOWN_MISTAKES), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new SandboxError(`invalid_${what}`, `Cannot use the ${what}: ${shown.join('\n')}`);
}

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
