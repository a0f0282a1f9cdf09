import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../../src/cli/help/help-topics.ts';
import { ROW_RULES, RUN_RULES } from '../../../src/plan/limits.ts';
import { EXIT } from '../../../src/run/job/exit-code.ts';
import { COLUMN_NAMES } from '../../../src/sheet/header/column-names.ts';
import { readPage, sectionOf } from '../../support/pages.ts';
import { runMain } from '../support.ts';

const README = readPage('README.md');
const NAMES = Object.keys(TOPICS);

async function pageOf(topic: string): Promise<string> {
  const { code, stdout, stderr } = await runMain(['help', topic]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\s+/g, ' ').trim();
}

describe('help topics', () => {
  it('are the sheet, the guards, exit codes and cron, and end the list of commands', async () => {
    expect(NAMES).toEqual(['sheet', 'guards', 'exit-codes', 'cron']);
    const { stdout } = await runMain(['--help']);
    const [, list = ''] = stdout.split('Topics, shown by "pricesheet help TOPIC":\n');
    for (const [name, about] of Object.entries(TOPICS))
      expect(list).toMatch(new RegExp(`^ {2}${name} +${about}$`, 'm'));
  });

  it.each(NAMES)('%s fits on a screen: 60 lines of 80 columns', async (topic) => {
    const lines = (await pageOf(topic)).split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.length - 1).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 80 || /\s$/.test(line))).toEqual([]);
  });

  it.each(NAMES.flatMap((name) => [40, 60, 72].map((columns) => [name, columns] as const)))(
    '%s fits a terminal of %d columns, commands aside, and says the same',
    async (topic, columns) => {
      const { stdout } = await runMain(['help', topic], { isTTY: true, columns });
      const long = stdout.split('\n').filter((line) => line.length > columns);
      expect(long.filter((line) => !/^ {2}(?:pricesheet|PRICESHEET_|PATH|\d|\[)/.test(line))).toEqual([]);
      const wide = await runMain(['help', topic], { isTTY: true, columns: 80 });
      expect(plain(stdout)).toBe(plain(wide.stdout));
    },
  );

  it.each(NAMES)('%s speaks of commands and flags that there are', async (topic) => {
    const page = await pageOf(topic);
    const { stdout } = await runMain(['--help']);
    for (const [, command = ''] of page.matchAll(/(?<!command -v )pricesheet ([a-z]+)/g))
      expect(stdout, command).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
    const helps = await Promise.all(
      ['sync', 'diff', 'apply', 'check', 'history'].map((name) => runMain([name, '--help-all'])),
    );
    const known = helps.map((help) => help.stdout).join('\n');
    for (const [flag] of page.matchAll(/(?<=\s|\()--[a-z-]+/g))
      expect(known, flag).toMatch(new RegExp(`^ +${flag}\\b`, 'm'));
  });

  it('exit-codes says of each code what the README says, in the same words', async () => {
    const page = plain(await pageOf('exit-codes'));
    const rows = [...sectionOf(README, '## Exit codes').matchAll(/^\| ([\d, ]+) \| (.*) \|$/gm)];
    expect(rows.map(([, code]) => code).filter((code) => !code?.includes(','))).toEqual(
      Object.values(EXIT).map(String),
    );
    for (const [, code, meaning = ''] of rows) expect(page).toContain(`${code} ${plain(meaning)}`);
  });

  it('guards has every rule with its default, as docs/guards.md has it', async () => {
    const page = await pageOf('guards');
    const { text } = readPage('docs/guards.md');
    for (const rule of [...ROW_RULES, ...RUN_RULES]) {
      expect(page).toMatch(new RegExp(`^ {2}${rule} {2,}\\S`, 'm'));
      expect(text).toContain(`\`${rule}\``);
    }
    for (const figure of ['more than 50 %', 'more than 10 % of the rows are invalid', 'from 10 rows up'])
      expect([plain(page).includes(figure), plain(text).includes(figure)], figure).toEqual([true, true]);
  });

  it('sheet has every column, as the README has it', async () => {
    const page = await pageOf('sheet');
    const names = [...page.matchAll(/^ {2}([a-z_]+) {2,}/gm)].map(([, name]) => name);
    expect(names.slice(0, COLUMN_NAMES.length)).toEqual(COLUMN_NAMES);
    const readme = sectionOf(README, '## The sheet');
    for (const name of COLUMN_NAMES) expect(readme).toContain(`\`${name}\``);
  });

  it('cron has lines that can be copied: a crontab without a bare percent sign', async () => {
    const page = await pageOf('cron');
    const [, crontab = ''] = /^ {2}(PATH=.*\n {2}15 2 .*)$/m.exec(page) ?? [];
    expect(crontab).toContain('pricesheet sync costs.csv --quiet');
    expect(page.replaceAll('\\%', '').replace('bare % ends', '')).not.toContain('%');
    const [, remove = 'no line to remove old run folders'] =
      /^ {2}(pricesheet history prune .*)$/m.exec(page) ?? [];
    expect(readPage('docs/scheduling.md').text).toContain(remove);
  });

  it.each([[['help', 'sync']], [['help', 'sheet', 'more']], [['help']], [['sheet']]])(
    '%j is no topic',
    async (argv) => {
      const { stdout } = await runMain(argv);
      expect(stdout).not.toContain('THE SHEET');
    },
  );
});
