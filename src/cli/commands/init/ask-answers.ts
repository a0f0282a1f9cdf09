import { resolve } from 'node:path';
import { UsageError } from '../../../domain/errors.ts';
import { printable } from '../../../report/text/printable.ts';
import { baseUrl } from '../../../settings/parse-setting.ts';
import { KEY, KEY_FILE } from '../../../settings/read-api-key.ts';
import { isFile } from '../../../settings/read-own-file.ts';
import { SETTINGS } from '../../../settings/settings.ts';
import type { Context } from '../../context/context.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { type GivenKey, readTypedKey } from './given-account.ts';

/** What there is to know; what is not needed is `null`. */
interface Known {
  readonly address: string | undefined | null;
  readonly key: GivenKey | undefined | null;
  readonly sheet: string | undefined;
}

interface Answers {
  readonly address: string | null;
  readonly key: GivenKey | null;
  readonly sheet: string;
}

const MISSING = {
  address: `Pass --base-url, the address of the service, for example --base-url ${SETTINGS.baseUrl.required}`,
  key: `Set ${KEY_FILE} in the environment to the name of a file that holds the key of the account, or ${KEY} to the key itself`,
  sheet: 'Name the price sheet, as in "pricesheet init costs.csv"',
} as const;

/**
 * What is not known yet, from the person at the terminal.
 *
 * Errors: `UsageError` that names the flags, if nobody can be asked or the terminal is closed; `InterruptedError`.
 */
export async function askAnswers(known: Known, context: Context, signal: AbortSignal): Promise<Answers> {
  const missing = (['address', 'key', 'sheet'] as const).filter((name) => known[name] === undefined);
  if (missing.length > 0 && !context.isAtTerminal()) throw cannotGoOn(missing);
  const question = { context, signal };
  return {
    address: known.address === undefined ? await askAddress(question) : known.address,
    key: known.key === undefined ? await askKey(question) : known.key,
    sheet: known.sheet ?? (await askSheet(question)),
  };
}

function cannotGoOn(missing: readonly (keyof typeof MISSING)[]): UsageError {
  return new UsageError(
    missing.map((name) => MISSING[name]),
    { title: 'Answers are missing, and without a terminal nothing is asked' },
  );
}

interface Question {
  readonly context: Context;
  readonly signal: AbortSignal;
}

/** Asks until the answer can be used. `accept` gives what it comes to, or why it can't be used. */
async function askUntil<T>(
  question: string,
  { context: { stdio, printStderr }, signal }: Question,
  {
    what,
    isSecret = false,
    accept,
  }: {
    readonly what: keyof typeof MISSING;
    readonly isSecret?: boolean;
    readonly accept: (answer: string) => { readonly value: T } | { readonly why: string };
  },
): Promise<T> {
  let value: T | undefined;
  const complain = (answer: string): string | undefined => {
    const accepted = accept(answer);
    if ('why' in accepted) return answer === '' ? '' : printable(accepted.why);
    ({ value } = accepted);
    return undefined;
  };
  const { stdin, stderr } = stdio;
  const answer = await askLine(question, { stdin, stderr, isSecret, complain }, signal);
  if (answer !== undefined) return value as T;
  printStderr('\n');
  throw cannotGoOn([what]);
}

function askAddress(question: Question): Promise<string> {
  return askUntil('Address of the service (https://…):', question, {
    what: 'address',
    accept: (answer) => {
      const parsed = baseUrl(answer);
      // Not repeated: it may be the key.
      return parsed.ok ? { value: parsed.value } : { why: `That ${parsed.why}` };
    },
  });
}

/** Enter alone says that the key is in a file. */
async function askKey(question: Question): Promise<GivenKey> {
  const { sources } = question.context;
  const accept = (variable: GivenKey['variable'], answer: string) => {
    const read = readTypedKey(variable, answer, sources);
    if ('problems' in read) return { why: read.problems.join('; ') };
    return read.found ? { value: read.found } : { why: '' };
  };
  const typed = await askUntil<GivenKey | undefined>(
    'Key of the account (it is not shown; Enter alone to name a file that holds it):',
    question,
    {
      what: 'key',
      isSecret: true,
      accept: (answer) => (answer === '' ? { value: undefined } : accept(KEY, answer)),
    },
  );
  if (typed) return typed;
  return askUntil('File that holds the key:', question, {
    what: 'key',
    accept: (answer) => accept(KEY_FILE, answer),
  });
}

function askSheet(question: Question): Promise<string> {
  const { cwd } = question.context;
  return askUntil('Price sheet (a CSV file):', question, {
    what: 'sheet',
    accept: (answer) =>
      isFile(resolve(cwd, answer)) ? { value: answer } : { why: `There is no file "${answer}"` },
  });
}
