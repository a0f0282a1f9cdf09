import type { Outcome } from '../../domain/stages.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { chainLine } from './chain-line.ts';
import { END_OF_JOURNAL, toOutcomeLine } from './journal.ts';

/** The journal of a run while its updates are sent. */
export interface OutcomeJournal {
  /** `n`: the entry's position in the plan. Resolves once the outcome was written. Errors: `DiskError`. */
  note(n: number, outcome: Outcome): Promise<void>;
  /** The outcomes that were not written. */
  unnoted(): readonly Outcome[];
  /** Writes the last line, once every outcome was written. Errors: `DiskError`, also if an outcome could not be written. */
  end(): void;
}

/** The outcomes of one turn of the event loop. */
interface Turn {
  readonly lines: string[];
  readonly noted: Promise<void>;
}

/**
 * Writes the outcomes of one turn of the event loop at once: one write each would take longer than everything else here.
 * `note` resolves when its outcome is written, so that there are never more unwritten outcomes than updates under way.
 * Each line is chained to the one before, the first to `start`, the seal of the plan.
 */
export function openOutcomeJournal(file: CountedLineFile, start: string): OutcomeJournal {
  const waiting: Outcome[] = [];
  /** Of the last line that was written. */
  let link = start;
  let turn: Turn | undefined;

  function note(n: number, outcome: Outcome): Promise<void> {
    waiting.push(outcome);
    turn ??= beginTurn();
    turn.lines.push(toOutcomeLine(n, outcome));
    return turn.noted;
  }

  function beginTurn(): Turn {
    const lines: string[] = [];
    const noted = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      turn = undefined;
      write(lines);
    });
    return { lines, noted };
  }

  function write(lines: readonly string[]): void {
    const before = file.taken();
    try {
      append(lines);
    } finally {
      waiting.splice(0, file.taken() - before);
    }
  }

  function append(lines: readonly string[]): void {
    let last = link;
    const chained = lines.map((text) => {
      const next = chainLine(text, last);
      last = next.link;
      return next.line;
    });
    file.appendAll(chained);
    link = last;
  }

  function end(): void {
    append([END_OF_JOURNAL]);
    file.close();
  }

  return { note, unnoted: () => waiting, end };
}
