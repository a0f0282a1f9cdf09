import * as disk from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLastSettledColumns } from '../../../src/run/sheet/read-job-sheet.ts';
import { aPlanHead } from '../../support/some-run.ts';
import { tempFolder, WAYS } from '../../support/temp-folder.ts';

interface Run {
  readonly job?: string | null;
  readonly command?: string;
  readonly dryRun?: boolean;
  readonly columns?: Readonly<Record<string, string>> | null;
  readonly leftOut?: Readonly<Record<string, 'any' | string[]>>;
  readonly agreed?: boolean;
  readonly at?: string;
  readonly sent?: boolean;
  readonly summary?: object;
}

/** Run folders by name, as far as their plans begin. */
function folderOfRuns(runs: Readonly<Record<string, Run | string>>): string {
  const parent = tempFolder();
  for (const [name, run] of Object.entries(runs)) {
    mkdirSync(join(parent, name));
    const write = (file: string, text: string): void => writeFileSync(join(parent, name, file), text);
    const { sent = true, summary = undefined } = typeof run === 'string' ? {} : run;
    write('plan.ndjson', typeof run === 'string' ? run : toPlan(run));
    if (sent) write('outcomes.ndjson', '');
    if (summary) write('summary.json', JSON.stringify(summary));
  }
  return parent;
}

function toPlan({
  job = 'costs',
  command = 'sync',
  dryRun = false,
  leftOut,
  agreed = true,
  ...run
}: Run): string {
  const { columns = { sku: 'SKU' }, at = '2026-01-01T00:00:00.000Z' } = run;
  const settled = { ...(agreed && { columns_agreed: true as const }), ...(leftOut && { left_out: leftOut }) };
  const sheet = { ...aPlanHead().sheet, job, columns, ...settled };
  const head = aPlanHead({ command, dry_run: dryRun, created_at: at, sheet });
  return `${JSON.stringify(head)}\n{"kind":"entry"}\n`;
}

describe('findLastSettledColumns', () => {
  const JANUARY = '2026-01-01T00:00:00.000Z';
  const MAY = '2026-05-01T00:00:00.000Z';

  it.each([
    ['that was declined', { declined: true, stopped: null }, undefined],
    ['that a guard rule stopped', { declined: false, stopped: { code: 'guard' } }, undefined],
    ['that was killed before it sent anything', undefined, undefined],
    ['that had nothing to send', { declined: false, stopped: null }, 'EK'],
  ])('judges a run %s by what was agreed to', (_name, summary, cost) => {
    const run = { columns: { cost: 'EK' }, sent: false, ...(summary && { summary }) };
    expect(findLastSettledColumns([folderOfRuns({ only: run })], 'costs', disk)?.columns['cost']).toBe(cost);
  });

  it('gives the columns that were used, and those that were left out', () => {
    const leftOut = { UOM: ['EA', 'DZ'], List: 'any' as const };
    expect(findLastSettledColumns([folderOfRuns({ only: { leftOut } })], 'costs', disk)).toMatchObject({
      columns: { sku: 'SKU' },
      leftOut,
    });
    expect(findLastSettledColumns([folderOfRuns({ only: {} })], 'costs', disk)?.leftOut).toEqual({});
  });

  it('finds a run of our own naming among many other folders', () => {
    const parent = folderOfRuns({ '2026-01-01T00-00-00Z-costs': {} });
    for (let number = 0; number < 600; number++) mkdirSync(join(parent, `x${number}`));
    expect(findLastSettledColumns([parent], 'costs', disk)).toBeDefined();
  });

  it('finds the run that was begun last, whatever its folder is called', () => {
    const parent = folderOfRuns({
      a: { at: MAY, columns: { sku: 'new' } },
      b: { at: JANUARY, columns: { sku: 'old' } },
    });
    expect(findLastSettledColumns([parent], 'costs', disk)?.columns).toEqual({ sku: 'new' });
  });

  it.each<[string, Run | string]>([
    ['another job', { job: 'other' }],
    ['no job', { job: null }],
    ['a dry run', { dryRun: true }],
    ['a diff', { command: 'diff', dryRun: true }],
    ['an undo', { command: 'undo' }],
    ['a run that knows no columns', { columns: null }],
    ['a run whose columns nobody agreed to', { agreed: false }],
    ['a plan that is cut short', toPlan({}).slice(0, 40)],
    ['a plan without its line end', toPlan({}).slice(0, 20)],
    ['an empty plan', ''],
    ['something else', '{"kind":"outcome"}\n'],
  ])('passes over %s', (_name, run) => {
    expect(findLastSettledColumns([folderOfRuns({ only: run })], 'costs', disk)).toBeUndefined();
    const second = typeof run === 'string' ? run : { ...run, at: MAY };
    const parent = folderOfRuns({ first: { at: JANUARY, columns: { sku: 'first' } }, second });
    expect(findLastSettledColumns([parent], 'costs', disk)?.columns).toEqual({ sku: 'first' });
  });

  it.skipIf(process.platform === 'win32')('takes only our own run folder’s word for that', () => {
    const parent = folderOfRuns({ only: {} });
    const found = () => findLastSettledColumns([parent], 'costs', disk);
    expect(found()?.columns).toEqual({ sku: 'SKU' });
    for (const [, hand] of WAYS) {
      hand(join(parent, 'only'));
      expect(found()).toBeUndefined();
    }
  });

  it('finds nothing where there is nothing', () => {
    expect(findLastSettledColumns([join(tempFolder(), 'runs')], 'costs', disk)).toBeUndefined();
    const parent = folderOfRuns({});
    mkdirSync(join(parent, 'empty'));
    writeFileSync(join(parent, 'file'), '');
    expect(findLastSettledColumns([parent], 'costs', disk)).toBeUndefined();
  });
});
