/** A terminal says how large it is. */
type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** The outside of a process, so that a whole command can run anywhere. */
export interface Stdio {
  readonly stdin: AsyncIterable<Uint8Array> &
    NodeJS.ReadableStream & { readonly isTTY?: boolean; destroy(error?: Error): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Standard output and standard error go to one place, as in a mail of cron. */
  readonly isOneStream?: () => boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Errors: `UsageError` where the working folder is gone. */
  readonly cwd: string;
  /** Whether standard input is a terminal; does not open it. */
  readonly isStdinTerminal?: () => boolean;
  /** Opens the terminal that the process belongs to, for answers while standard input is something else. */
  readonly openTerminal?: () => Stdio['stdin'] | undefined;
  /** Discards what was typed at a terminal so far. */
  readonly discardTyped?: (terminal: Stdio['stdin']) => Promise<void>;
}

/** Whether a person may be at a terminal, and would notice what is shown or asked there. */
export function isWatched({ stdin, stdout, stderr, isStdinTerminal }: Stdio): boolean {
  return stderr.isTTY === true || stdout.isTTY === true || (isStdinTerminal?.() ?? stdin.isTTY === true);
}

/** Whether a question would be seen, and could be answered. */
export function isAtTerminal({ stdin, stderr, isStdinTerminal }: Stdio): boolean {
  return stderr.isTTY === true && (isStdinTerminal?.() ?? stdin.isTTY === true);
}
