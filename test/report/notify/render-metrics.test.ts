import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../../src/domain/status.ts';
import type { RunEnding } from '../../../src/report/notify/decide-message.ts';
import { renderMetrics } from '../../../src/report/notify/render-metrics.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
import { parseExposition } from '../../support/parse-csv.ts';
import { anEnding, aReport, EVERY_STATUS } from '../support.ts';

const SUCCESS = 'pricesheet_last_success_timestamp_seconds';
const RUN = 'pricesheet_last_run_timestamp_seconds';

/** `label=value,… → number` of each sample of a metric. */
function samplesOf(text: string, name: string): readonly string[] {
  return (parseExposition(text).get(name)?.samples ?? []).map(
    ({ labels, value }) =>
      `${Object.entries(labels)
        .map((pair) => pair.join('='))
        .join(',')} → ${value}`,
  );
}

const OWN = 'sheet_job=costs,account=f00d,command=sync';

describe('renderMetrics', () => {
  it('tells of a run all that there is to tell, in base units', () => {
    const report = aReport({
      outcomes: EVERY_STATUS,
      requests: { reads: 30, writes: 12, retries: 4, throttled: 2 },
      pace: { setting: 'auto', ratePerSecond: 7.5, refused: 2, concurrencyWanted: undefined },
    });
    const text = renderMetrics(anEnding({ exitCode: 3, report }), '');
    const told = [...parseExposition(text)].map(([name, { samples }]) => [
      name,
      samples.length === 1 ? samples[0]?.value : samples.length,
    ]);
    expect(Object.fromEntries(told)).toEqual({
      [RUN]: 1_800_000_012.5,
      [SUCCESS]: 1_800_000_012.5,
      pricesheet_last_run_success: 1,
      pricesheet_last_run_exit_code: 3,
      pricesheet_last_run_duration_seconds: 12.5,
      pricesheet_last_run_rows: 14,
      pricesheet_last_run_outcomes: 14,
      pricesheet_last_run_attention: 8,
      pricesheet_last_run_requests: 2,
      pricesheet_last_run_retries: 4,
      pricesheet_last_run_throttled_requests: 2,
      pricesheet_last_run_learned_requests_per_second: 7.5,
    });
    expect(samplesOf(text, 'pricesheet_last_run_outcomes')).toEqual(
      STATUSES.map((status) => `${OWN},status=${status} → 1`),
    );
    expect(samplesOf(text, 'pricesheet_last_run_requests')).toEqual([
      `${OWN},kind=read → 30`,
      `${OWN},kind=write → 12`,
    ]);
  });

  const refused = { exitCode: 5, account: { base_url: 'x', key_fingerprint: 'beef' } };
  const renewed = { exitCode: 1, account: { base_url: 'x', key_fingerprint: 'cafe' } };
  it.each<readonly [string, readonly Partial<RunEnding>[], string]>([
    ['the settings that name it are wrong', [{ account: undefined, exitCode: 2 }], `${OWN} → 2`],
    ['its key is refused', [refused], `${OWN} → 5`],
    ['its key was refused and is another one', [refused, renewed], `${OWN.replace('f00d', 'cafe')} → 1`],
  ])('goes on with one series of a job, and its last success, where %s', (_name, endings, exitCode) => {
    const failed = endings.reduce(
      (text, ending, n) => renderMetrics(anEnding({ ...ending, finishedAt: 1_800_000_100_000 + n }), text),
      renderMetrics(anEnding(), ''),
    );
    expect(samplesOf(failed, 'pricesheet_last_run_exit_code')).toEqual([exitCode]);
    const [owner] = exitCode.split(' ');
    expect(samplesOf(failed, SUCCESS)).toEqual([`${owner} → 1800000012.5`]);
  });

  it('leaves a refused key where it was told of another job', () => {
    const wrong = renderMetrics(anEnding({ ...refused, job: 'stock' }), '');
    expect(samplesOf(renderMetrics(anEnding(), wrong), SUCCESS)).toHaveLength(1);
    expect(samplesOf(renderMetrics(anEnding(), wrong), 'pricesheet_last_run_exit_code')).toHaveLength(2);
  });

  it.each([
    ['a line without an end', `${SUCCESS}{sheet_job="costs",account="f00d",command="sync"} 17000`],
    ['labels without an end', `${SUCCESS}{sheet_job="costs",account="f00d",command="sync} 1700000000\n`],
    ['another label', `${SUCCESS}{sheet_job="costs",account="f00d",command="sync",status="x"} 1700000000\n`],
    ['a time that is not yet', `${SUCCESS}{sheet_job="costs",account="f00d",command="sync"} 9e18\n`],
    ['nothing that is text', '\u0000\ufffd{{{{"""\n\n\n'],
  ])('takes from an earlier file with %s nothing', (_, earlier) => {
    const failed = anEnding({ exitCode: 1 });
    expect(renderMetrics(failed, earlier)).toBe(renderMetrics(failed, ''));
  });

  it('has no more than 500 jobs, whatever sheets are called', () => {
    const lines = Array.from(
      { length: 700 },
      (_, n) => `${RUN}{sheet_job="job ${n}",account="f00d",command="sync"} 1700000000\n`,
    );
    expect(samplesOf(renderMetrics(anEnding(), lines.join('')), RUN)).toHaveLength(501);
  });

  it.each(NAUGHTY_TEXTS)('can be read again whatever a job is called: $kind $text', ({ text: job }) => {
    const once = renderMetrics(anEnding({ job }), '');
    const again = renderMetrics(anEnding({ job, exitCode: 1 }), once);
    expect(parseExposition(once).get(RUN)?.samples).toHaveLength(1);
    expect(parseExposition(again).get(SUCCESS)?.samples).toEqual(parseExposition(once).get(SUCCESS)?.samples);
  });
});
