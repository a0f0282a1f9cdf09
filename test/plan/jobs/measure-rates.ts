import { type Chance, chanceOf } from '../shops/chance.ts';
import { BROKEN_NIGHTS, UNSEEN_NIGHTS } from './broken-nights.ts';
import { HONEST_JOBS } from './honest-jobs.ts';
import { type Night, PlayedJob } from './play-job.ts';

/** How many histories of a kind were stopped, and by which rules. */
export interface Rate {
  readonly kind: string;
  readonly histories: number;
  readonly stopped: number;
  /** Histories with a warning that stops nothing. */
  readonly warned: number;
  readonly rules: Readonly<Record<string, number>>;
}

interface Sample {
  readonly seed: number;
  /** Of each kind. */
  readonly histories: number;
}

/** Every night counts: one that is stopped is a false alarm. */
export function measureHonest(sample: Sample): readonly Rate[] {
  return measure(HONEST_JOBS, sample, (make, chance) => make(chance));
}

/** The last night counts; the ones before it are good. */
export function measureBroken(sample: Sample): readonly Rate[] {
  return measure(BROKEN_NIGHTS, sample, judgeLast);
}

export function measureUnseen(sample: Sample): readonly Rate[] {
  return measure(UNSEEN_NIGHTS, sample, judgeLast);
}

function judgeLast(make: (typeof BROKEN_NIGHTS)[string], chance: Chance): readonly Night[] {
  const { nights, bad } = make(chance);
  return [...nights, bad];
}

function measure<T>(
  kinds: Readonly<Record<string, T>>,
  { seed, histories }: Sample,
  toNights: (make: T, chance: Chance) => readonly Night[],
): readonly Rate[] {
  return Object.entries(kinds).map(([kind, make], index): Rate => {
    const rules: Record<string, number> = {};
    let [stopped, warned] = [0, 0];
    for (let number = 0; number < histories; number++) {
      const job = new PlayedJob();
      const judged = toNights(make, chanceOf(seed * 1_000_003 + index * 1009 + number)).map((night) =>
        job.judge(night),
      );
      const found = new Set(judged.flatMap((each) => each.rules));
      for (const rule of found) rules[rule] = (rules[rule] ?? 0) + 1;
      if (found.size > 0) stopped++;
      if (judged.some(({ warnings }) => warnings.length > 0)) warned++;
    }
    return { kind, histories, stopped, warned, rules };
  });
}
