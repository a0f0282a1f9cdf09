import { holdsUnprintable } from '../../domain/unprintable.ts';

/** A job that is to run every night, by the paths of this machine. */
interface NightlyJob {
  readonly scheduler: 'cron' | 'task';
  /** What the entry is called, where it has a name. */
  readonly name: string;
  /** Where it runs. Absolute. */
  readonly folder: string;
  /** What starts the program. Absolute. */
  readonly program: readonly string[];
  /** The command and its flags, without `--quiet` and limits. */
  readonly words: readonly string[];
}

/** Something to do, and the text to do it with. */
interface ScheduleStep {
  readonly about: string;
  readonly text: string;
}

/** Text that no scheduler could be given, so that nobody pastes half a line. */
const UNUSABLE =
  'A name with control or invisible characters cannot be written into a schedule: rename it first';

/** How to run the job every night, as docs/scheduling.md has it: a line for cron, or a task of Windows. */
export function renderSchedule(job: NightlyJob) {
  if ([job.folder, ...job.program, ...job.words].some(holdsUnprintable))
    return { steps: [], notes: [UNUSABLE] };
  return job.scheduler === 'cron' ? { steps: renderCrontab(job), notes: [] } : renderTask(job);
}

/** A line for a crontab. cron ends the command at a bare `%`, also between quotes, and takes the backslash before it away. */
function renderCrontab({ folder, program, words }: NightlyJob): readonly ScheduleStep[] {
  const command = [...program, ...words, '--quiet', '--max-updates', '20%'].map(quoteForSh).join(' ');
  const line = `cd ${quoteForSh(folder)} && ${command}`.replaceAll('%', '\\%');
  return [{ about: 'add this line with "crontab -e"', text: `15 2 * * *  ${line}` }];
}

/** A word for the plain shell of POSIX, which runs the lines of a crontab. */
function quoteForSh(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Commands of PowerShell that register a task. */
function renderTask({ name, folder, program, words }: NightlyJob) {
  const named = [...program, ...words];
  const command = [...named, '--quiet', '--yes', '--max-updates', '20%'].map(quoteForCmd).join(' ');
  const text = `\
$action = New-ScheduledTaskAction -Execute 'cmd.exe' -WorkingDirectory ${quoteForPowerShell(folder)} \`
  -Argument ${quoteForPowerShell(`/d /s /c "${command} >> night.log 2>&1"`)}
$trigger = New-ScheduledTaskTrigger -Daily -At 02:15
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName ${quoteForPowerShell(name)} -Action $action -Trigger $trigger -Settings $settings`;
  return {
    steps: [{ about: 'in a PowerShell that was started as administrator', text }],
    notes: named.some((word) => word.includes('%')) ? [PERCENT] : [],
  };
}

const PERCENT =
  'cmd.exe may take a % in a name for the beginning of a variable: better rename the file or folder';

function quoteForPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** No name on Windows has a double quote. */
function quoteForCmd(word: string): string {
  return /^[\w%+:./\\-]+$/.test(word) ? word : `"${word}"`;
}
