import type { Job } from './job.ts';

/** Whether a run gives back what other runs have changed: it is of their job, and no sheet of the job says what it sets. */
export function givesBack({ command, input }: Pick<Job, 'command' | 'input'>): boolean {
  return command === 'undo' || (jobOfSheet(input) == null && input.jobOfHistory !== undefined);
}

/** The job of the sheet that the rows are from; an apply has it from its plan. */
function jobOfSheet({ job, sheetFacts }: Job['input']): string | null | undefined {
  return sheetFacts?.job ?? job;
}
