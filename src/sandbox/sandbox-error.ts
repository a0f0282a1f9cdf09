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
