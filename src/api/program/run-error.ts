import type { ErrorJson } from '../../domain/documents/commands.ts';

type RunErrorOptions = Pick<RunError, 'code' | 'exitCode' | 'hint' | 'problems' | 'cause'>;

/** What a call rejects with if there is no summary: nothing was sent by then. */
export class RunError extends Error {
  override readonly name = 'RunError';
  /** A word for programs. */
  readonly code: ErrorJson['error']['code'];
  /** What the command line would end with. */
  readonly exitCode: number;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** Everything that is wrong, if that is several settings. */
  readonly problems: readonly string[];

  constructor(message: string, { code, exitCode, hint, problems, cause }: RunErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.exitCode = exitCode;
    this.hint = hint;
    this.problems = problems;
  }
}
