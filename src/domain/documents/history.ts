import { z } from 'zod';
import { FIELDS } from '../fields.ts';
import * as is from './document.ts';
import {
  attentionSchema,
  changeSchema,
  doubtSchema,
  driftSchema,
  nights,
  runRecordSchema,
} from './ledger.ts';

export const historyListSchema = is.printed('history', 'Runs, the oldest first', {
  runs: z.array(runRecordSchema),
  unfinished: is.list('Runs that have begun and not ended: still running, or killed', {
    job: is.job,
    command: is.text,
    folder: is.text,
    started_at: is.moment,
  }),
  notices: is.unread,
});

/** Runs, the oldest first, version 1, as `history --json` prints them. */
export type HistoryList = is.Document<typeof historyListSchema>;

export const historyShowSchema = is.printed('history show', 'One run in full', {
  run: runRecordSchema,
  folder_now: is.textOrNull.describe('The run folder, if it is still there'),
  report_now: is.textOrNull.describe('report.html in it, if it is still there'),
  results_now: is.textOrNull.describe('Its results.csv with every row, if it is still there'),
  drift: z
    .array(driftSchema)
    .describe(
      'Fields that somebody else had changed, if it is the last run that judged every row; otherwise none',
    ),
  attention: z
    .array(attentionSchema)
    .describe(
      'Rows that need attention now, if it is the last run that judged every row; otherwise none: results.csv has its own',
    ),
  notices: is.unread,
});

export const historySkuSchema = is.printed('history sku', 'All that the history has of a SKU', {
  sku: is.text.describe('As given'),
  field: z.enum(FIELDS).nullable().describe('null: every field'),
  changes: z
    .array(
      changeSchema.extend({
        by: z.enum(['run', 'strategy', 'others']).describe('Who made the change'),
        command: is.textOrNull.describe('null if the list of runs does not have the run'),
        run_started_at: is.momentOrNull.describe('Likewise'),
      }),
    )
    .describe('The oldest first'),
  agreed: is.list('The values that sheet and service last agreed on', {
    listing_id: is.text,
    field: z.enum(FIELDS),
    value: is.value,
  }),
  attention: z.array(attentionSchema).describe('Its rows that need attention now'),
  doubts: z.array(doubtSchema).describe('Changes that a run may have made, and that nobody saw'),
  runs_searched: is.count,
  searched_since: is.momentOrNull.describe('When the first of these runs began; null if there are none'),
  notices: is.unread,
});

/** All that the history has of a SKU, version 1, as `history sku --json` prints it. */
export type SkuHistory = is.Document<typeof historySkuSchema>;

const openRow = z.object({
  job: is.job,
  kind: z.enum(['attention', 'drift']),
  since: is.moment,
  nights,
  line: z.int(),
  sku: is.text,
  listing_id: is.textOrNull,
  what: is.text.describe('A status, or how the field was changed'),
  why: is.text.describe('The reason, or the field'),
});

/** A row that needs attention, or a field that somebody else changes. */
export type OpenRow = is.Document<typeof openRow>;

export const historyChronicSchema = is.printed(
  'history chronic',
  'Rows that need attention, and fields that somebody else changes, in several runs in a row, the longest first',
  {
    nights: is.positive.describe('Fewer runs in a row are left out'),
    as_of: is.list('The last run of each job that was to send something', {
      run: is.text,
      job: is.job,
      started_at: is.moment,
    }),
    rows: z.array(openRow),
    notices: is.unread,
  },
);

const folder = is.text.describe('The folder that was given, or that a pattern led to');

const state = z
  .enum(['failed', 'missing', 'stopped', 'open', 'attention', 'undone', 'done', 'none'])
  .describe('How it ended: open has begun and not ended, undone was taken back, none had no run');

export const historyAllSchema = is.printed('history --all', 'The jobs of many accounts, the worst first', {
  accounts: is.list('One item for each job in each folder', {
    folder,
    state: state.describe(
      'How the job is now; missing if no run was found in the folder, or none for longer than usual',
    ),
    what: is.text.describe('The same as a sentence'),
    job: is.job,
    account: is.account.nullable(),
    last_run: is.objectOrNull('The last run that was to send something, an undo too', {
      run: is.text,
      started_at: is.moment,
      exit_code: z.int().nullable().describe('null: it was killed'),
    }),
    last_success: is.momentOrNull.describe('When the last run began that came to its end'),
    attention: is.countOrNull.describe('Rows that need attention now; null if no run was to send anything'),
    nights: is.list('Ninety, the oldest first', {
      date: z.iso.date(),
      state,
      runs: is.count.describe('How many began on that day of UTC'),
    }),
  }),
  html: is.textOrNull.describe('The page that was written, as it was given'),
  notices: is.unread,
});

const refused = z.array(z.object({ folder: is.text, message: is.forPeople.describe('Why, for people') }));
const folders = is.texts;
const history = is.text.describe('The folder of the history');
const pruned = z.object({ folder: is.text, job: is.job, started_at: is.moment });

export const historyPruneSchema = is.printed(
  'history prune',
  'The run folders that were deleted, or would be',
  {
    exit_code: z
      .literal([0, 1, 8])
      .describe(
        'What the program ended with: 1 if a folder could not be deleted, 8 if the question was answered with no',
      ),
    history,
    dry_run: is.yesOrNo,
    kept: z
      .array(
        pruned.extend({
          reasons: z
            .array(
              z.enum([
                'last',
                'within',
                'undoable',
                'applicable',
                'approvable',
                'unconfirmed',
                'in_use',
                'not_ours',
              ]),
            )
            .describe(
              'The rules that keep it, and why it is never deleted. not_ours: it holds what no run left there, or others could have changed it',
            ),
        }),
      )
      .describe('The newest first'),
    deleted: z.array(pruned).describe('The newest first; of a dry run, what would be deleted'),
    finished: folders.describe('Folders that an earlier prune, which was killed, left half deleted'),
    not_in_history: folders.describe('Folders with a plan that is not in the history: they are left alone'),
    failed: refused.describe('Folders that could not be deleted'),
  },
);

export const historyPruneAllSchema = is.printed(
  'history prune --all',
  'How many run folders were deleted, or would be, in each account',
  {
    exit_code: z.literal([0, 1]).describe('What the program ended with: 1 if something could not be deleted'),
    dry_run: is.yesOrNo,
    accounts: z.array(
      z.object({
        folder,
        deleted: is.count.describe('Run folders that were deleted, or would be by a dry run'),
        kept: is.count,
        not_in_history: is.count.describe(
          'Folders with a plan that is not in the history: they are left alone',
        ),
        failed: refused.describe('What could not be read or deleted'),
      }),
    ),
  },
);

export const historyRebuildSchema = is.printed(
  'history rebuild',
  'The runs that were added to the history from their folders',
  {
    exit_code: z.literal([0, 1]).describe('What the program ended with: 1 if a run folder could not be read'),
    history,
    added: is.list('In the order of time', {
      id: is.text.describe('The name of the run in the history'),
      job: is.job,
      folder: is.text,
    }),
    known: is.count.describe('Run folders whose runs the history had already'),
    damaged: folders.describe(
      'Damaged files, which were made again: their names, relative to the folder of the history',
    ),
    left_out: refused.describe(
      'Folders that the history does not have yet, since a run of their job is under way',
    ),
    unread: refused.describe('Folders of runs that could not be read'),
  },
);
