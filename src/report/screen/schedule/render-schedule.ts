import { holdsUnprintable } from '../../../domain/unprintable.ts';
import type { NightlyJob, ScheduleStep } from './nightly-job.ts';

/** Text that no scheduler could be given, so that nobody pastes half a line. */
const UNUSABLE =
  'A name with control or invisible characters cannot be written into a schedule: rename it first';

/** How to run the job every night, as docs/scheduling.md has it. */
export function renderSchedule(job: NightlyJob): {
  readonly steps: readonly ScheduleStep[];
  readonly notes: readonly string[];
} {
  if ([job.folder, ...job.program, ...job.words].some(holdsUnprintable))
    return { steps: [], notes: [UNUSABLE] };
  switch (job.scheduler) {
    case 'cron':
      return { steps: renderCrontab(job), notes: [] };
    case 'systemd':
      return { steps: renderUnits(job), notes: [] };
    case 'task':
      return renderTask(job);
  }
}

type CronJob = Pick<NightlyJob, 'folder' | 'program' | 'words'>;

/** A line for a crontab. cron ends the command at a bare `%`, also between quotes, and takes the backslash before it away. */
function renderCrontab({ folder, program, words }: CronJob): readonly ScheduleStep[] {
  const command = [...program, ...words, '--quiet', '--max-updates', '20%'].map(quoteForSh).join(' ');
  const line = `cd ${quoteForSh(folder)} && ${command}`.replaceAll('%', '\\%');
  return [{ about: 'Add this line with "crontab -e"', text: `15 2 * * *  ${line}` }];
}

/** A word for the plain shell of POSIX, which runs the lines of a crontab. */
function quoteForSh(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

type TaskJob = Pick<NightlyJob, 'name' | 'folder' | 'program' | 'words'>;

/** Commands of PowerShell that register a task. */
function renderTask({ name, folder, program, words }: TaskJob): {
  readonly steps: readonly ScheduleStep[];
  readonly notes: readonly string[];
} {
  const named = [...program, ...words];
  const command = [...named, '--quiet', '--yes', '--max-updates', '20%'].map(quoteForCmd).join(' ');
  const text = `\
$action = New-ScheduledTaskAction -Execute 'cmd.exe' -WorkingDirectory ${quoteForPowerShell(folder)} \`
  -Argument ${quoteForPowerShell(`/d /s /c "${command} >> night.log 2>&1"`)}
$trigger = New-ScheduledTaskTrigger -Daily -At 02:15
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName ${quoteForPowerShell(name)} -Action $action -Trigger $trigger -Settings $settings`;
  return {
    steps: [{ about: 'In a PowerShell that was started as administrator', text }],
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

type UnitJob = Pick<NightlyJob, 'name' | 'user' | 'folder' | 'program' | 'words'>;

/** A service and its timer for systemd. */
function renderUnits({ name, user, folder, program, words }: UnitJob): readonly ScheduleStep[] {
  const command = ['/usr/bin/env', ...program, ...words, '--quiet', '--max-updates', '20%'].map(quoteForUnit);
  const path = `/etc/systemd/system/${name}`;
  return [
    {
      about: `As root, write ${path}.service`,
      text: `[Unit]
Description=Bring the listings in step with the price sheet
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=${user}
WorkingDirectory=${folder.replaceAll('%', '%%')}
ExecStart=${command.join(' ')}
# Rows that need attention are not a failure of the job, and neither is \`systemctl stop\`.
SuccessExitStatus=3 143`,
    },
    {
      about: `and ${path}.timer`,
      text: `[Unit]
Description=Every night

[Timer]
OnCalendar=*-*-* 02:15
Persistent=true

[Install]
WantedBy=timers.target`,
    },
    { about: 'Then, as root', text: `systemctl daemon-reload && systemctl enable --now ${name}.timer` },
  ];
}

/**
 * A word of `ExecStart`. Source: systemd.service(5), "Command lines": quotes as in C; `%` begins a specifier, and `$` a
 * variable, also between quotes.
 */
function quoteForUnit(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
