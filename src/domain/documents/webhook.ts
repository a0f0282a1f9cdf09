import { z } from 'zod';
import * as is from './document.ts';

export const webhookSchema = z
  .object({
    version: z.literal(1),
    pricesheet: is.text.describe('The version of the program'),
    headline: is.text.describe(
      'What the message is about, in a line: the job, for how many nights it fails, and the day of its last success, if the history has them',
    ),
    state: z
      .enum(['first_failure', 'still_failing', 'recovered', 'waiting'])
      .describe(
        'first_failure: the job succeeded before, or was not known; still_failing: the run before did not end well either; recovered: it succeeds again; waiting: it succeeded, and rows wait for a person to approve them',
      ),
    condition: z
      .enum(['ok', 'attention', 'failed'])
      .describe(
        'ok: exit code 0; attention: the work was done and some rows need attention, exit code 3; failed: any other',
      ),
    since: is.moment.describe(
      'When the first of the runs in a row ended that did not end well; waiting: when this one ended',
    ),
    failures: is.count.describe(
      'How many runs in a row did not end well, this one included unless it did; waiting: 0',
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
