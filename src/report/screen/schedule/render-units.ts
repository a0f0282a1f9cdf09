import type { NightlyJob, ScheduleStep } from './nightly-job.ts';

type UnitJob = Pick<NightlyJob, 'name' | 'user' | 'folder' | 'program' | 'words'>;

/** A service and its timer for systemd. */
export function renderUnits({ name, user, folder, program, words }: UnitJob): readonly ScheduleStep[] {
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
# Rows that need attention are not a failure of the job.
SuccessExitStatus=3`,
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
