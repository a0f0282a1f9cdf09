import process from 'node:process';
import { Writable } from 'node:stream';
import { InterruptedError } from '../../domain/errors.ts';
import { printableLines } from '../../report/text/printable.ts';
import type { Stdio } from './stdio.ts';
import { wrapLines } from './stdio.ts';

/**
 * Asks a yes-or-no question; anything but y or yes is a no, a closed terminal too. Rejects when the signal is aborted. `toDo`: what a yes
 * does.
 */
export async function ask(
  question: string,
  { stdin, stderr }: Pick<Stdio, 'stdin' | 'stderr'>,
  signal: AbortSignal,
  toDo = 'send',
): Promise<boolean> {
  const whole = `${wrapLines(printableLines(question), stderr)} [y/N]`;
  const answer = await askLine(whole, { stdin, stderr, complain: () => undefined }, signal);
  const isClear = /^(?:y(?:es)?|no?)$/i.test(answer ?? '');
  if (!isClear)
    stderr.write(`${answer === undefined ? '\n' : ''}Treated as no: answer y or yes to ${toDo}\n`);
  return /^y(es)?$/i.test(answer ?? '');
}

interface AskedLine extends Pick<Stdio, 'stdin' | 'stderr'> {
  /** What is typed must not be seen. */
  readonly isSecret?: boolean;
  /** What is wrong with an answer, so that the question is put again; `undefined` if it can be used. */
  readonly complain: (answer: string) => string | undefined;
}

/**
 * Asks for a line at a terminal, without blanks around it, until it can be used; `undefined` where the terminal is closed. A secret is
 * hidden between two tries too: people paste again before the question is there. Rejects when the signal is aborted.
 */
export function askLine(
  question: string,
  { stdin, stderr, isSecret = false, complain }: AskedLine,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted) return Promise.reject(signal.reason);
  if (!stdin.readable) return Promise.resolve(undefined);
  // Few commands ask, and loading it takes time.
  const { createInterface } = process.getBuiltinModule('node:readline');
  // As its own terminal it takes the keys one by one, and shows them where its output goes. Otherwise Ctrl-C stays a signal.
  const terminal = isSecret
    ? createInterface({ input: stdin, output: new Nowhere(), terminal: true, historySize: 0 })
    : createInterface({ input: stdin, output: stderr, terminal: false });
  const put = (text: string): void => void stderr.write(`${printableLines(text)} `);
  put(question);
  return new Promise<string | undefined>((resolve, reject) => {
    terminal.on('line', (line) => {
      const answer = line.trim();
      const complaint = complain(answer);
      if (complaint === undefined) resolve(answer);
      else put(`${isSecret ? '\n' : ''}${complaint === '' ? '' : `${complaint}\n`}${question}`);
    });
    terminal.once('close', () => resolve(undefined));
    terminal.once('error', () => resolve(undefined));
    terminal.once('SIGINT', () => reject(new InterruptedError('SIGINT')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => {
    terminal.close();
    if (isSecret) stderr.write('\n');
  });
}

/** Shows nothing of what is typed. */
class Nowhere extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

/** A terminal delivers earlier input at once; after a silence of this length there is no more. */
const SILENCE_MS = 30;

/**
 * Discards what was typed at a terminal up to now, since it is not an answer to a question asked later. The terminal keeps
 * an unfinished line, which the user can see.
 */
export function discardTyped(terminal: Stdio['stdin']): Promise<void> {
  return new Promise((done) => {
    let isSilent = false;
    const onData = (): void => {
      isSilent = false;
    };
    const listen = (): void => {
      isSilent = true;
      // On a slow machine the timer may fire before anything was read; pending input arrives before `setImmediate`.
      timer = setTimeout(() => setImmediate(() => (isSilent ? end() : listen())), SILENCE_MS);
    };
    const end = (): void => {
      clearTimeout(timer);
      terminal.off('data', onData).off('close', end).off('end', end).off('error', end);
      terminal.pause();
      done();
    };
    let timer: NodeJS.Timeout;
    terminal.on('data', onData).on('close', end).on('end', end).on('error', end);
    listen();
  });
}
