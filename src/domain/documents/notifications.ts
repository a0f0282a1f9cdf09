import { z } from 'zod';
import { FIELDS } from '../fields.ts';
import { STATUSES } from '../status.ts';
import * as is from './document.ts';

function eventOf<N extends string, S extends z.core.$ZodLooseShape>(name: N, about: string, shape: S) {
  const head = {
    version: z.literal(1),
    event: z.literal(name),
    seq: is.positive.describe('From 1, without gaps'),
    at: is.moment,
  };
  return is.object(about, { ...head, ...shape });
}

const started = eventOf('started', 'Always first', {
  pricesheet: is.text.describe('The version of the program'),
  command: z.enum(['sync', 'diff', 'apply', 'undo']),
  subject: is.text.describe('The sheet or the run folder, as it was given'),
});

const stage = eventOf('stage', 'The run begins with something else; a stage may come several times', {
  stage: z.enum(['read', 'find', 'plan', 'ask', 'send', 'follow', 'write']),
  folder: is.textOrNull.describe('Absolute path of the run folder; null as long as there is none'),
});

const progress = eventOf('progress', 'How far the run is, at most once a second', {
  phase: z
    .enum(['read', 'scan', 'lookup', 'plan', 'update', 'follow', 'account'])
    .describe(
      'scan: pages of the account; lookup: SKUs; update: updates; follow: manual prices; the others: rows',
    ),
  done: is.count,
  total: is.countOrNull.describe('null as long as it is unknown'),
  failed: is.count,
});

const outcome = eventOf(
  'outcome',
  'The outcome of a row: of an update once it is in the journal, of any other row at the end. There is one for each line of results.csv',
  {
    line: is.count.describe('The physical line on which the row starts'),
    sku: is.text,
    listing_id: is.textOrNull.describe('null if the row matched none'),
    status: z.enum(STATUSES),
    reason: is.text.describe('Empty if there is nothing to say'),
    message: is.text,
    changes: is
      .perKey(FIELDS, z.tuple([is.value, is.value]).describe('Before and after'))
      .partial()
      .describe('Fields that change, from what to what; amounts in cents'),
    attempts: is.count,
    http_status: is.countOrNull,
  },
);

const notice = eventOf('notice', 'What a person should know and what stops nothing', {
  message: is.forPeople,
});

const stopped = eventOf(
  'stopped',
  'What kept the plan from being sent, or ended the run before its time',
  is.stop,
);

const finished = eventOf('finished', 'Always last', {
  exit_code: is.count.describe('What the program ends with, but for 10 of --exit-code'),
  folder: is.textOrNull.describe('Absolute path of the run folder; null if the run had none'),
  apply: is.textOrNull.describe('The run folder, if apply can send what is left of the plan'),
  counts: is.objectOrNull('null if the run had no folder', {
    outcomes: is.count,
    attention: is.count,
    by_status: is.byStatus,
  }),
});

export const runEventSchema = z.union([started, stage, progress, outcome, notice, stopped, finished]).meta({
  title: 'A line of --events of pricesheet, version 1',
  description: `What happens during sync, diff, apply and undo, one event a line. Events may be added, too. ${is.STABLE}`,
});

/** What happens during a run, version 1, in the words of `--events`. */
export type RunEvent = is.Document<typeof runEventSchema>;

export const webhookSchema = z
  .object({
    version: z.literal(1),
    pricesheet: is.text.describe('The version of the program'),
    headline: is.text.describe(
      'What the message is about, in a line: the job, for how many nights it fails and the day of its last success, if the history has them, and why in a few words',
    ),
    state: z
      .enum(['first_failure', 'still_failing', 'recovered', 'waiting'])
      .describe(
        'first_failure: the run before did its work, or was not known; still_failing: it failed too, or left rows that need attention as this one does; recovered: it succeeds again; waiting: it succeeded, and rows wait for a person to approve them',
      ),
    condition: z
      .enum(['ok', 'attention', 'failed'])
      .describe(
        'ok: exit code 0; attention: the work was done and some rows need attention, exit code 3; failed: any other',
      ),
    since: is.moment.describe('When the first of these failures ended; waiting: when this one ended'),
    failures: is.count.describe(
      'How many runs in a row failed, as the headline says; if this one did not fail, how many did not end with 0; waiting: 0',
    ),
    command: z.enum(['sync', 'apply', 'undo']),
    job: is.text.describe("What the sheet is called from run to run, or its file's name"),
    subject: is.text.describe('The sheet or the run folder, as it was given'),
    path: is.textOrNull.describe(
      'The sheet or the run folder as an absolute path on that machine; null for standard input and undo --since',
    ),
    account: is.account.nullable().describe('null if the settings that name it are wrong'),
    host: is.text.describe('Name of the machine'),
    exit_code: is.count,
    verdict: is.text.describe('How the run went: Done, 12 listings updated, 4 rows need attention'),
    summary: is.texts
      .max(5)
      .describe(
        'What the run did and what it found, in a few sentences; one if it ended before it had a run folder: why it did',
      ),
    stopped: is.objectOrNull('What ended the run', is.stop),
    counts: is.objectOrNull('null if the run ended before it had a run folder', {
      attention: is.count,
      by_status: is.byStatus,
    }),
    held: is.objectOrNull(
      'The rows that wait for a person after a sync, and the command that sends what was approved of them; null if there are none',
      { rows: is.positive, command: is.text },
    ),
    run_folder: is.textOrNull.describe('Absolute path on that machine'),
    times: z.object({
      started_at: is.moment,
      finished_at: is.moment,
      seconds: z
        .number()
        .min(0)
        .describe('From started_at to finished_at; waiting for another run on the account comes before'),
    }),
  })
  .meta({
    title: 'What pricesheet posts to a webhook, version 1',
    description: 'Fields may be added within a version; none changes its meaning.',
  });

/** The JSON that a webhook is sent, version 1. */
export type WebhookMessage = is.Document<typeof webhookSchema>;
