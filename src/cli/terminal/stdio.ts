import { wrapText } from '../../report/text/render-table.ts';

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

const USUAL_WIDTH = 80;
/** Of help that no terminal bounds. Units: columns. */
export const HELP_WIDTH = USUAL_WIDTH;
const LEAST_HELP_WIDTH = 40;

/** The width of a terminal, in columns; other readers take lines whole. */
export function widthOf({ isTTY, columns }: Stdio['stdout']): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}

/** Below that nothing would be left to cut. */
const LEAST_ROWS = 20;

/** Of a shell; many have two lines. */
const PROMPT_ROWS = 2;

/** The rows that fit on a terminal above the prompt; `undefined` if the stream is not a terminal. */
export function rowsOf({ isTTY, rows }: Pick<Stdio['stdout'], 'isTTY' | 'rows'>): number | undefined {
  return isTTY && rows ? Math.max(LEAST_ROWS, rows - PROMPT_ROWS) : undefined;
}

/** How wide help may be. Units: columns. */
export function helpWidthOf(stream: Stdio['stdout']): number {
  return Math.max(LEAST_HELP_WIDTH, widthOf(stream) ?? HELP_WIDTH);
}

/** Replaces blanks at which no line may end. */
const FIXED = '\u0000';
const QUOTED = /"[^"]*"/g;

/**
 * Breaks lines that are too long for a terminal at blanks, and indents what follows like the line; never between quotes, so
 * that names and commands can be copied. Other streams get whole lines.
 */
export function wrapLines(text: string, stream: Stdio['stdout']): string {
  const width = widthOf(stream);
  if (width === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const words = line.slice(indent.length).replace(QUOTED, (quoted) => quoted.replaceAll(' ', FIXED));
  return wrapText(words, width - indent.length).map((part) => indent + part.replaceAll(FIXED, ' '));
}
