import { describe, expect, it } from 'vitest';
import { runMain } from './cli/support.ts';
import { readPage } from './support/pages.ts';

const { text: XML } = readPage('docs/examples/task-scheduler/pricesheet.xml');

describe('the task for Windows', () => {
  it('has the elements that its schema knows, in the order that it asks for', () => {
    expect([...XML.matchAll(/<([A-Za-z]+)/g)].map(([, name]) => name)).toEqual([
      ...['Task', 'Triggers', 'CalendarTrigger', 'StartBoundary', 'ScheduleByDay', 'DaysInterval'],
      ...['Principals', 'Principal', 'UserId', 'LogonType'],
      ...['Settings', 'MultipleInstancesPolicy', 'StartWhenAvailable'],
      ...['DisallowStartIfOnBatteries', 'StopIfGoingOnBatteries', 'ExecutionTimeLimit'],
      ...['Actions', 'Exec', 'Command', 'Arguments', 'WorkingDirectory'],
    ]);
    expect(XML).toContain('<MultipleInstancesPolicy>IgnoreNew</');
    expect(XML).toContain('<ExecutionTimeLimit>PT0S</');
  });

  it('runs a command that there is, without a question, and keeps what it prints', async () => {
    const [, command = '', flags = ''] =
      /<Arguments>\/c pricesheet (\w+) costs\.csv (.*) &gt;&gt; night\.log 2&gt;&amp;1<\/Arguments>/.exec(
        XML,
      ) ?? [];
    expect(flags.split(' ')).toContain('--yes');
    const { stdout } = await runMain([command, '--help']);
    for (const [flag] of flags.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(flag);
  });
});
