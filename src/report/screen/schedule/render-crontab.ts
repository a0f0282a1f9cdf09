import type { NightlyJob, ScheduleStep } from './nightly-job.ts';

type CronJob = Pick<NightlyJob, 'folder' | 'program' | 'words'>;

/** A line for a crontab. cron ends the command at a bare `%`, also between quotes, and takes the backslash before it away. */
export function renderCrontab({ folder, program, words }: CronJob): readonly ScheduleStep[] {
  const command = [...program, ...words, '--quiet', '--max-updates', '20%'].map(quoteForSh).join(' ');
  const line = `cd ${quoteForSh(folder)} && ${command}`.replaceAll('%', '\\%');
  return [{ about: 'Add this line with "crontab -e"', text: `15 2 * * *  ${line}` }];
}

/** A word for the plain shell of POSIX, which runs the lines of a crontab. */
function quoteForSh(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
