import { describe, expect, it } from 'vitest';
import { MAX_MARKDOWN, renderRunMarkdown } from '../../../src/report/screen/render-run-markdown.ts';
import type { RunReport } from '../../../src/report/tally/run-report.ts';
import { markdownCode } from '../../../src/report/text/printable.ts';
import { viewRun } from '../../../src/report/view/run-view.ts';
import { aGiven, aListing, anUpdate, aRow, cents, sku } from '../../support/builders.ts';
import { anOutcome, aReport, EVERY_STATUS } from '../support.ts';

const OPTIONS = { folder: 'runs/r1' };
const markdown = (report: RunReport) =>
  renderRunMarkdown(viewRun(report, { ...OPTIONS, quote: (name) => markdownCode(name) }));

const EVIL = [
  '@acme/team',
  'x | y \\| z \\\\|',
  '``` \n# Big\n```',
  '`code`',
  '![](https://evil.example/x.png)',
  '[click](javascript:alert(1)) www.evil.example',
  '<img src=x onerror=alert(1)> <!-- ',
  '#123 GH-1 acme/repo#4 :tada: $`x`$',
  '\u001b[2J\u202e\u0000',
  '~~~',
  '- a\n\n    b',
];

/** What is left of Markdown where everything that is shown as it stands is taken out. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```sh\n[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]+`/g, '…');
}

describe('renderRunMarkdown', () => {
  it('tells a run in tables and lists', async () => {
    const report = aReport({ outcomes: EVERY_STATUS, exitCode: 3, notices: ['Columns ignored: "note"'] });
    await expect(markdown(report)).toMatchFileSnapshot('expected/every-status.md');
  });

  it('tells many changes by their fields', async () => {
    const outcomes = Array.from({ length: 30 }, (_, index) =>
      anOutcome(
        anUpdate({ cost: cents(480 + index * 10), repricing: false }, aListing({ sku: sku(`SKU-${index}`) })),
      ),
    );
    const report = aReport({ command: 'diff', dryRun: true, isPlanned: true, outcomes });
    await expect(markdown(report)).toMatchFileSnapshot('expected/many-changes.md');
  });

  it.each(EVIL)('lets nothing of %j out of its place', (evil) => {
    const shape = (text: string) => {
      const listing = aListing({ sku: sku(text), values: { strategy: text } });
      const update = anOutcome(anUpdate({ strategy: 's-1', cost: cents(660) }, listing));
      const issue = { ...update, status: 'failed', reason: 'http_402', message: text } as const;
      const sheet = { path: text, sha256: '', rows: 2, job: undefined, reading: undefined };
      const fields = { sheet, notices: [text], strategyNames: new Map([['s-1', text]]), dryRun: true };
      const report = aReport({ outcomes: [update, issue], ...fields });
      const told = markdown({ ...report, stop: { code: 'service', rules: [], message: text, hint: text } });
      const all = `${told}\n${markdown(report)}`;
      // Cells end at every bar, also at one within code.
      const cells = all.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|').length] : []));
      return { text: withoutCode(all), cells };
    };
    const { text, cells } = shape(evil);
    expect({ text, cells }).toEqual(shape('A'));
    expect(new Set(cells)).toEqual(new Set([5, 8]));
    expect(text).toContain('| 2 | … | strategy | … | … |  |');
    for (const part of evil.split(/[\s|`\\]+/).filter((word) => word.length > 2))
      expect(text).not.toContain(part);
  });

  it('stays short enough for a comment, and says what it left out', () => {
    const long = '|`'.repeat(5000);
    const outcomes = Array.from({ length: 500 }, (_, index) =>
      anOutcome(
        {
          kind: 'unresolved',
          row: aRow({ sku: long + index, line: index + 2 }),
          status: 'failed',
          reason: `http_${index}`,
          message: long,
        },
        {},
      ),
    );
    const report = aReport({ outcomes, notices: Array.from({ length: 100 }, () => long) });
    const text = markdown(report);
    expect(text.length).toBeLessThan(65_536);
    expect(text.includes('- and 188 rows more, for other reasons')).toBe(true);
    const given = aGiven(['--map', 'x'.repeat(MAX_MARKDOWN)]);
    const tooLong = markdown({ ...report, given });
    expect(tooLong.length).toBeLessThan(65_536);
    expect(tooLong.slice(-80)).toMatch(/\nLeft out because of the length limit: .*what to do next\.\n$/);
  });
});
