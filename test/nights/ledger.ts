import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Readonly<Record<string, unknown>>;

/** A line of `runs.ndjson`. */
export interface RunLine {
  readonly [key: string]: unknown;
  readonly kind: 'run' | 'begun';
  readonly id: string;
  readonly dry_run: boolean;
  readonly started_at: string;
  readonly finished_at: string;
  readonly folder: string | null;
}

/** What is new in the two files that grow. */
interface Added {
  readonly runs: readonly RunLine[];
  readonly changes: readonly Json[];
  readonly wrong: readonly string[];
}

/** `agreed.ndjson`. */
interface Agreed {
  readonly run: string | null;
  /** What is open, and what a run may have changed unseen. */
  readonly open: readonly Json[];
  /** By `id field`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Reads the history as any script could: it shares no line with the program, so that neither hides a mistake of the other. */
export class Ledger {
  readonly #folder: string;
  readonly #runs = new Growing();
  readonly #changes = new Growing();
  /** All lines that were read. */
  readonly runs: RunLine[] = [];
  readonly changes: Json[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads it again. What was there before has to be as it was. */
  read(): Added {
    const [runs, changes] = [
      this.#runs.read(this.#textOf('runs.ndjson')),
      this.#changes.read(this.#textOf('changes.ndjson')),
    ];
    this.runs.push(...(runs.lines as readonly RunLine[]));
    this.changes.push(...changes.lines);
    return {
      runs: runs.lines as readonly RunLine[],
      changes: changes.lines,
      wrong: [...runs.wrong, ...changes.wrong],
    };
  }

  /** Errors: it is not whole. */
  readAgreed(): Agreed {
    const lines = this.#textOf('agreed.ndjson').split('\n');
    if (lines.pop() !== '' || lines.pop() !== '{"kind":"end"}') throw new Error('agreed.ndjson is not whole');
    const [head, ...rest] = lines.map((line) => JSON.parse(line));
    const values = new Map<string, unknown>();
    for (const { ids, ...columns } of rest.filter(({ kind }) => kind === 'values'))
      for (const [field, column] of Object.entries(columns).filter(([name]) => name !== 'kind'))
        for (const [at, value] of (column as readonly unknown[]).entries())
          if (value !== '-') values.set(`${ids[at]} ${field}`, value);
    return { run: head.run, open: rest.filter(({ kind }) => kind !== 'values'), values };
  }

  #textOf(name: string): string {
    const [ledger, ...others] = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    if (others.length > 0) throw new Error(`There are ${others.length + 1} ledgers of one job`);
    const path = join(this.#folder, ledger ?? '', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}

/** A file to which lines are appended. */
class Growing {
  #text = '';

  read(text: string): { readonly lines: readonly Json[]; readonly wrong: readonly string[] } {
    const before = this.#text;
    this.#text = text;
    const isLonger = text.startsWith(before);
    const added = text.slice(isLonger ? before.lastIndexOf('\n') + 1 : 0);
    // The last line may be torn, and others follow it later.
    const lines = added.slice(0, added.lastIndexOf('\n') + 1).split('\n');
    return {
      lines: lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line)),
      wrong: isLonger ? [] : ['a file that only grows was changed'],
    };
  }
}
