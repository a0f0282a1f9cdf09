import type { ScheduleStep } from '../../../report/screen/schedule/nightly-job.ts';

interface SetUp {
  /** In the order in which they are read. */
  readonly files: readonly { readonly name: string; readonly written: boolean }[];
  readonly doctor: string;
  readonly check: string;
  /** The command that shows what would change. */
  readonly next: string;
  /** The command that goes on, where something has to be fixed first. */
  readonly again: string;
  readonly isReady: boolean;
  readonly schedule: { readonly steps: readonly ScheduleStep[]; readonly notes: readonly string[] };
}

/** What was set up, as a terminal shows it. Lines to copy are neither wrapped nor indented. */
export function renderInit({ files, doctor, check, next, again, isReady, schedule }: SetUp): string {
  const nightly = [
    'Every night:',
    ...schedule.steps.flatMap(({ about, text }) => ['', `${about}:`, '', text]),
    ...(schedule.notes.length > 0 ? ['', ...schedule.notes] : []),
  ];
  const blocks = [
    files.map(({ name, written }) => `${written ? 'Written' : 'There already'}: ${name}`),
    [doctor.trimEnd()],
    ...(check === '' ? [] : [[check.trimEnd()]]),
    ...(isReady
      ? [[`See what would change; this sends nothing: ${next}`], nightly]
      : [[`Runs will fail until the problems above are fixed. Then go on with: ${again}`]]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
