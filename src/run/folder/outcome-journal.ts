import type { Outcome } from '../../domain/stages.ts';
import { chainLine } from './chain-line.ts';
import { END_OF_JOURNAL, toOutcomeLine } from './journal.ts';
import type { CountedLineFile } from './run-folder.ts';

/** The journal of a run while its updates are sent. */
export interface OutcomeJournal {
  /** `n`: the entry's position in the plan. Resolves once the outcome was handed to the system. Errors: `DiskError`. */
  note(n: number, outcome: Outcome): Promise<void>;
  /** The outcomes that the system was not handed. */
  unnoted(): readonly Outcome[];
  /** Says that the run came to its own end, once nobody waits for an outcome to be noted. Errors: `DiskError`, also where an outcome could not be noted. */
  end(): void;
}

/** The outcomes of one turn of the event loop. */
interface Turn {
  readonly lines: string[];
  readonly noted: Promise<void>;
}

/**
 * Writes the outcomes that come in one turn of the event loop in one piece: to hand each of them to the system alone takes
 * longer than all else that is done for it here. Whoever noted one waits until it is written, so that there are never more
 * updates unnoted than may be under way. Each line is chained to the one before, and the first to `start`, the seal of the plan.
 */
export function openOutcomeJournal(file: CountedLineFile, start: string): OutcomeJournal {
  const waiting: Outcome[] = [];
  /** Of the last line that the system was handed. */
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
