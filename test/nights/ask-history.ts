import { listRuns } from '../support/list-runs.ts';
import type { Book } from './book.ts';
import { compareLines, differencesBetween } from './differences.ts';
import { toText } from './history-lines.ts';
import type { Ledger } from './ledger.ts';
import type { Machine } from './night-process.ts';
import { idOfSku } from './supplier.ts';

type Json = Readonly<Record<string, unknown>>;

interface Asking {
  readonly machine: Machine;
  readonly cwd: string;
  /** When somebody asks. Units: epoch milliseconds. */
  readonly now: number;
}

async function ask(argv: readonly string[], { machine, now }: Asking): Promise<Json> {
  const { code, stdout, stderr } = await machine.run([...argv, '--json'], { at: now });
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** `history prune` deletes run folders, and nothing of the history. */
export async function askPrune(asking: Asking, ledger: Ledger): Promise<readonly string[]> {
  const before = listRuns(asking.cwd);
  await ask(['history', 'prune', '--keep-last', String(KEPT)], asking);
  const after = new Set(listRuns(asking.cwd));
  const { runs, changes, wrong } = ledger.read();
  return [
    ...wrong,
    ...[...runs, ...changes].map((line) => `prune added ${JSON.stringify(line)}`),
    ...before
      .slice(-KEPT)
      .filter((name) => !after.has(name))
      .map((name) => `prune deleted ${name}, one of the last`),
    ...(before.length > MAX_KEPT && after.size === before.length ? ['prune deleted nothing'] : []),
  ];
}

const KEPT = 3;
/** The last runs of sync and of diff, some that were killed, and the one that can still be undone. */
const MAX_KEPT = 12;

interface Seen {
  readonly ledger: Ledger;
  /** A run was killed, and none has followed it. */
  readonly isUnfinished: boolean;
}

/** `history` lists all runs. */
export async function askList(asking: Asking, { ledger, isUnfinished }: Seen): Promise<readonly string[]> {
  const { runs, unfinished } = await ask(['history'], asking);
  return differencesBetween(
    {
      runs: (runs as readonly Json[]).map(({ id }) => id),
      unfinished: (unfinished as readonly Json[]).length,
    },
    {
      runs: ledger.runs.filter(({ kind }) => kind === 'run').map(({ id }) => id),
      unfinished: isUnfinished ? 1 : 0,
    },
    '.history',
  );
}

interface Known {
  readonly book: Book;
  readonly changes: readonly Json[];
}

/** `history sku` says when each field changed, and what is known of it now. */
export async function askSku(
  sku: string,
  asking: Asking,
  { book, changes: lines }: Known,
): Promise<readonly string[]> {
  const { changes, agreed, attention } = await ask(['history', 'sku', sku], asking);
  const said = changes as readonly Json[];
  const id = idOfSku(sku);
  const known = [...book.agreed].filter(([key]) => key.startsWith(id));
  const issues = (book.issues ?? []).filter((issue) => issue.sku === sku);
  return [
    ...compareLines(
      `history sku ${sku}`,
      said.map(toShort),
      lines.filter((line) => line['sku'] === sku).map(toShort),
    ),
    ...compareLines(
      `agreed values of ${sku}`,
      (agreed as readonly Json[]).map(({ listing_id, field, value }) => `${listing_id} ${field} ${value}`),
      // Values of listings that never changed and never needed attention are not looked for.
      said.length === 0 ? [] : known.map(([key, value]) => `${key} ${value}`),
    ),
    ...compareLines(
      `attention of ${sku}`,
      (attention as readonly Json[]).map(toText),
      issues.map((issue) => toText({ kind: 'attention', ...issue })),
    ),
  ];
}

function toShort({ at, by = 'run', run, line, listing_id, field, was, is }: Json): string {
  return JSON.stringify({ at, by, run, line, listing_id, field, was, is });
}

/** `history chronic` lists the rows that have needed attention in three runs in a row. */
export async function askChronic(asking: Asking, book: Book): Promise<readonly string[]> {
  const { rows } = await ask(['history', 'chronic', '--nights', '3'], asking);
  const said = (rows as readonly Json[]).filter(({ kind }) => kind === 'attention');
  const known = (book.issues ?? []).filter(({ nights }) => nights >= 3);
  const toShort = ({ sku, since, nights }: Json): string => toText({ sku, since, nights });
  return compareLines(
    'history chronic',
    said.map(toShort),
    known.map(({ sku, since, nights }) => toShort({ sku, since, nights })),
  );
}
