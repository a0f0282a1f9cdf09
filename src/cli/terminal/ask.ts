import process from 'node:process';
import { printableLines } from '../../report/text/printable-lines.ts';
import type { Stdio } from './stdio.ts';
import { wrapLines } from './wrap-lines.ts';

interface Asked extends Pick<Stdio, 'stdin' | 'stderr'> {
  /** What a yes does. */
  readonly toDo?: string;
}

/** Asks a yes-or-no question; anything but y or yes is a no, a closed terminal too. Rejects when the signal is aborted. */
export function ask(
  question: string,
  { stdin, stderr, toDo = 'send' }: Asked,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.reject(signal.reason);
  if (!stdin.readable) return Promise.resolve(false);
  // Few runs ask, and loading it takes time.
  const { createInterface } = process.getBuiltinModule('node:readline');
  // Not in raw mode, so that Ctrl-C stays a signal to the whole program.
  const terminal = createInterface({ input: stdin, output: stderr, terminal: false });
  stderr.write(`${wrapLines(printableLines(question), stderr)} [y/N] `);
  const onlyYes = `Treated as no: answer y or yes to ${toDo}`;
  let isOver = false;
  return new Promise<boolean>((resolve, reject) => {
    terminal.once('line', (answer) => {
      isOver = true;
      const word = answer.trim();
      if (!/^(?:y(?:es)?|no?)$/i.test(word)) stderr.write(`${onlyYes}\n`);
      resolve(/^y(es)?$/i.test(word));
    });
    // Ctrl-D instead of an answer; after one it changes nothing.
    terminal.once('close', () => {
      if (!isOver) stderr.write(`\n${onlyYes}\n`);
      resolve(false);
    });
    terminal.once('error', () => {
      isOver = true;
      resolve(false);
    });
    const interrupt = (): void => {
      isOver = true;
      reject(signal.reason);
    };
    signal.addEventListener('abort', interrupt, { once: true });
  }).finally(() => terminal.close());
}
