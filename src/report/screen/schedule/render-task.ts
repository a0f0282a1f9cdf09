import type { NightlyJob, ScheduleStep } from './nightly-job.ts';

type TaskJob = Pick<NightlyJob, 'name' | 'folder' | 'program' | 'words'>;

/** Commands of PowerShell that register a task. */
export function renderTask({ name, folder, program, words }: TaskJob): {
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
