import { describe, expect, it } from 'vitest';
import { renderSchedule } from '../../../src/report/screen/render-schedule.ts';

const PLAIN = {
  name: 'pricesheet-costs',
  folder: '/srv/prices',
  program: ['/usr/bin/node', '/usr/local/bin/pricesheet'],
  words: ['sync', 'costs.csv'],
} as const;
const ODD = {
  ...PLAIN,
  folder: `/srv/o'brien 100%`,
  words: ['sync', 'drop/new "$HOME" *.csv', '--newest'],
} as const;

type Job = Parameters<typeof renderSchedule>[0];

function textsOf(scheduler: Job['scheduler'], job: Omit<Job, 'scheduler'>): readonly string[] {
  return renderSchedule({ scheduler, ...job }).steps.map(({ text }) => text);
}

describe('renderSchedule', () => {
  it('is a line for a crontab, without a bare percent sign, each word as the shell of POSIX reads it', () => {
    expect(textsOf('cron', PLAIN)).toEqual([
      '15 2 * * *  cd /srv/prices && /usr/bin/node /usr/local/bin/pricesheet sync costs.csv --quiet --max-updates 20\\%',
    ]);
    expect(textsOf('cron', ODD)).toEqual([
      `15 2 * * *  cd '/srv/o'\\''brien 100\\%' && /usr/bin/node /usr/local/bin/pricesheet sync 'drop/new "$HOME" *.csv' --newest --quiet --max-updates 20\\%`,
    ]);
  });

  it('is a task for PowerShell, which cmd.exe runs with --yes and a log', () => {
    const job = {
      ...PLAIN,
      folder: String.raw`C:\o'brien`,
      program: [String.raw`C:\Program Files\nodejs\node.exe`, String.raw`C:\npm\bin.cjs`],
    };
    const [text] = textsOf('task', job);
    expect(text).toContain(String.raw`-WorkingDirectory 'C:\o''brien' `);
    expect(text).toContain(
      String.raw`-Argument '/d /s /c ""C:\Program Files\nodejs\node.exe" C:\npm\bin.cjs sync costs.csv --quiet --yes --max-updates 20% >> night.log 2>&1"'`,
    );
    expect(text).toContain(`Register-ScheduledTask -TaskName 'pricesheet-costs' `);
    expect(renderSchedule({ scheduler: 'task', ...job }).notes).toEqual([]);
    const percent = { ...job, words: ['sync', '100%path%.csv'] };
    expect(renderSchedule({ scheduler: 'task', ...percent }).notes).toEqual([
      expect.stringContaining('cmd.exe may take a % in a name'),
    ]);
  });

  it.each(['cron', 'task'] as const)(
    '%s gets nothing to copy where a name holds a line break',
    (scheduler) => {
      for (const folder of ['/srv/a\nb', '/srv/a\u202eb']) {
        const { steps, notes } = renderSchedule({ ...PLAIN, scheduler, folder });
        expect([steps, notes]).toEqual([[], [expect.stringContaining('rename it first')]]);
      }
    },
  );
});
