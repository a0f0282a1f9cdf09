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
