import type { Defect } from './defect.ts';

const APPROVE = 'test/e2e/approve.test.ts';
const HOLD_OVER = 'test/e2e/hold-over.test.ts';
const RAMP = 'test/e2e/ramp.test.ts';
const PROPERTY = 'test/e2e/approve-properties.test.ts';
const CHECK = 'test/run/approval/review-check.test.ts';
const CELLS = 'test/run/approval/review-cells.test.ts';
const LARGE = 'test/plan/hold-large-moves.test.ts';
const PAGE = 'test/e2e/review-page.test.ts';
const TO_REVIEW = 'test/page/to-review-file.test.ts';
const NARROW = 'test/page/narrow-rows.test.ts';
const APPROVALS = 'test/page/approvals.test.ts';
const KEEP = 'test/page/keep-approvals.test.ts';
const HOOK = 'test/run/notify/notify-hook.test.ts';

/** What is sent without approval, or as if it had one. */
export const APPROVAL_DEFECTS: readonly Defect[] = [
  {
    name: 'unapproved-sent',
    file: 'src/run/apply.ts',
    find: 'if (approved.isApproved(entry.n)) return',
    put: 'if (approved.isApproved(entry.n) || entry.status === "planned") return',
    cost: 'Rows that a person did not approve are sent to the marketplace.',
    caughtBy: [
      { file: APPROVE, name: 'sends what the review file approves, and holds the rest' },
      { file: PROPERTY, name: 'is sent if it is as it was, and nothing else is' },
    ],
  },
  {
    name: 'held-sent-by-apply',
    file: 'src/run/apply.ts',
    find: "return entry.status === 'planned' ? toUpdateRow",
    put: "return entry.status === 'planned' || entry.status === 'held' ? toUpdateRow",
    cost: 'Applying a night again sends the large moves that waited for a person.',
    caughtBy: [{ file: HOLD_OVER, name: 'holds what it held when the whole plan is applied' }],
  },
  {
    name: 'overwritten-carried-as-updated',
    file: 'src/run/apply.ts',
    find: 'const end = findEnd(entry.n, journal);',
    put: 'const end = journal?.byEntry.get(entry.n);',
    cost: 'Listings that others have overwritten are reported as updated once a part of the plan is applied.',
    caughtBy: [{ file: RAMP, name: 'stops, and apply --only still says which listings were overwritten' }],
  },
  {
    name: 'unsent-carried-as-held',
    file: 'src/run/apply.ts',
    find: 'return isOffered(entry, ending) ? carryUnapproved(entry) : carryUnsent(entry, ending.stopped);',
    put: 'return carryUnapproved(entry);',
    cost: 'The rest of a night that was cut short is called held, needs nobody, and is never sent.',
    caughtBy: [
      { file: APPROVE, name: 'leaves what the run did not send as it ended, to an apply of all of the plan' },
    ],
  },
  {
    name: 'part-overtakes-rest',
    file: 'src/run/history/choose-latest.ts',
    find: 'return !isDryRun && !wasCutShort && !leavesRest && !isUndo;',
    put: 'return !isDryRun && !wasCutShort && !isUndo;',
    cost: 'Once the large moves of a night are approved, apply latest no longer finds the rest of it.',
    caughtBy: [
      { file: APPROVE, name: 'leaves what the run did not send as it ended, to an apply of all of the plan' },
    ],
  },
  {
    name: 'undone-carried-as-updated',
    file: 'src/run/approval/refuse-undone.ts',
    find: 'if (!undo) return;',
    put: 'if (!undo || undo.started_at !== "") return;',
    cost: 'A night is taken back, then one large move of it is approved: all of the night is reported as updated.',
    caughtBy: [
      { file: APPROVE, name: 'is for a run that was taken back since, unless that was taken back too' },
      { file: APPROVE, name: 'is for a run that an undo had begun to take back when it was killed' },
    ],
  },
  {
    name: 'other-apply-unsaid',
    file: 'src/run/approval/notice-other-applies.ts',
    find: 'if (!journal || sent === 0) return [];',
    put: 'if (!journal || sent >= 0) return [];',
    cost: 'An apply is killed, another one of the same plan calls its rows held with the old values, and nobody hears that they were changed.',
    caughtBy: [
      {
        file: APPROVE,
        name: 'says what an apply of other rows has sent before it was killed, and how to finish it',
      },
      { file: APPROVE, name: 'says what an apply of other rows has sent, and nothing of one whose rows' },
    ],
  },
  {
    name: 'no-means-yes',
    file: 'src/run/approval/approval-words.ts',
    find: 'if (YES.has(word)) return true;',
    put: "if (YES.has(word) || word === 'no') return true;",
    cost: 'A row is sent beside which a person wrote no.',
    caughtBy: [
      { file: APPROVE, name: 'is not approved by "no"' },
      { file: PROPERTY, name: 'is sent if it is as it was, and nothing else is' },
    ],
  },
  {
    name: 'any-word-is-blank',
    file: 'src/run/approval/review-check.ts',
    find: 'if (isYes !== undefined) return isYes;',
    put: 'if (isYes !== undefined || word.length < 9) return isYes === true;',
    cost: 'Rows beside which a person wrote "ja" stay unsent, and nobody hears why.',
    caughtBy: [{ file: APPROVE, name: 'with a word of its own' }],
  },
  {
    name: 'edited-amount-ignored',
    file: 'src/run/approval/review-check.ts',
    find: 'if (!this.#isAsPlanned(cells, this.#shown[row])) {',
    put: 'if (cells.length === 0) {',
    cost: 'A person corrects an amount in the review file, and the wrong one is sent.',
    caughtBy: [
      { file: APPROVE, name: 'with an amount that was edited, before' },
      { file: APPROVE, name: 'with its approvals sorted apart' },
    ],
  },
  {
    name: 'cents-cut-off',
    file: 'src/run/approval/review-cells.ts',
    find: 'if (fraction.length > 2) return undefined;',
    put: 'if (fraction.length > 2) return centsOf(text.slice(0, -1), sign);',
    cost: 'An edit beyond the cents goes unnoticed, and the person believes that it counts.',
    caughtBy: [{ file: CELLS, name: 'is another than 6.00: "6.001"' }],
  },
  {
    name: 'other-plan-accepted',
    file: 'src/report/files/review-entry.ts',
    find: 'const text = JSON.stringify([seal, n, line,',
    put: 'const text = JSON.stringify([n, line,',
    cost: 'What was approved of one plan counts as approved of another one.',
    caughtBy: [{ file: CHECK, name: 'is another one in another plan, as its beginning says' }],
  },
  {
    name: 'doubled-entry-accepted',
    file: 'src/run/approval/review-check.ts',
    find: 'this.#lines[row] = line;',
    put: 'this.#lines[row] = 0;',
    cost: 'A row that was copied approves an update beside which another row says no.',
    caughtBy: [{ file: APPROVE, name: 'with a doubled row' }],
  },
  {
    name: 'old-approval-accepted',
    file: 'src/run/approval/read-approval.ts',
    find: 'refuseOld(path, {',
    put: 'if (maxAgeMs < 0) refuseOld(path, {',
    cost: 'The approval of last month is sent.',
    caughtBy: [{ file: APPROVE, name: 'that is too old' }],
  },
  {
    name: 'newer-plan-ignored',
    file: 'src/run/job/newer-runs.ts',
    find: 'started_at > head.created_at',
    put: 'started_at < head.created_at',
    cost: 'Amounts are sent that a newer sheet has replaced.',
    caughtBy: [{ file: APPROVE, name: 'is of a plan that its job has a newer one of' }],
  },
  {
    name: 'killed-newer-run-ignored',
    file: 'src/run/job/newer-runs.ts',
    find: 'return unfinished ? [{',
    put: 'return unfinished && kept.length === 0 ? [{',
    cost: 'What was approved of an old plan is sent over a newer run that was killed.',
    caughtBy: [{ file: APPROVE, name: 'is of a plan whose job has a newer run that was killed' }],
  },
  {
    name: 'newer-by-the-clock',
    file: 'src/run/job/newer-runs.ts',
    find: 'if (!isKnown) return',
    put: 'if (!isKnown || head.version === 1) return',
    cost: 'A clock was ahead as the plan was made, and what was approved of it is sent over a newer run.',
    caughtBy: [{ file: APPROVE, name: 'is of a plan whose clock was ahead, and the first run of its job' }],
  },
  {
    name: 'newer-run-without-folder-ignored',
    file: 'src/run/job/newer-runs.ts',
    find: 'run.stopped === null || mayHaveSet(run) ||',
    put: 'run.stopped === null ||',
    cost: 'What was approved of an old plan is sent over a newer run that was stopped, once its folder was moved.',
    caughtBy: [{ file: APPROVE, name: 'is of a plan whose job has a newer run that was stopped' }],
  },
  {
    name: 'other-shard-counts-as-newer',
    file: 'src/run/job/newer-runs.ts',
    find: '(run.shard === shardOf(head) ||',
    put: '(run.shard !== "" ||',
    cost: 'What was approved of merged shards can never be sent.',
    caughtBy: [{ file: HOLD_OVER, name: 'makes a review file of its own plan' }],
  },
  {
    name: 'killed-run-applied-in-part',
    file: 'src/run/approval/approve.ts',
    find: 'if (journal && !journal.ended)',
    put: 'if (journal && !journal)',
    cost: 'Updates of a killed run are reported as held, although they may have been sent.',
    caughtBy: [{ file: APPROVE, name: 'is for a run that was killed while it was sending' }],
  },
  {
    name: 'anybody-approves',
    file: 'src/run/approval/open-review-file.ts',
    find: 'if (stranger)',
    put: 'if (stranger && path === "")',
    cost: 'Anybody on the machine can approve, in the name of somebody else.',
    caughtBy: [{ file: APPROVE, name: 'could have been written by others than its owner' }],
  },
  {
    name: 'limit-is-held-too',
    file: 'src/plan/percent.ts',
    find: 'return part * 100 * THOUSANDTHS > Math.round',
    put: 'return part * 100 * THOUSANDTHS >= Math.round',
    cost: 'A move of exactly the limit waits for a person or is blocked, and shops sell at old prices.',
    caughtBy: [
      { file: HOLD_OVER, name: 'sends the small moves and holds the rest, to the cent' },
      { file: LARGE, name: 'to 1100 of 1000' },
    ],
  },
  {
    name: 'large-moves-sent',
    file: 'src/plan/plan-row.ts',
    find: '...holdLargeMoves(resolved, changes, limits),',
    put: '...holdLargeMoves(resolved, [], limits),',
    cost: 'Large moves go out at night that a person was to look at first.',
    caughtBy: [
      { file: HOLD_OVER, name: 'sends the small moves and holds the rest, to the cent' },
      { file: LARGE, name: 'is held as the update that it would be' },
    ],
  },
  {
    name: 'held-without-pins',
    file: 'src/run/folder/render-plan.ts',
    find: "entry.kind === 'update' || entry.kind === 'held' ? entry",
    put: "entry.kind === 'update' ? entry",
    cost: 'Rows that wait for a person can never be approved.',
    caughtBy: [{ file: HOLD_OVER, name: 'goes on with what is approved' }],
  },
  {
    name: 'waiting-rows-unsaid',
    file: 'src/report/notify/decide-waiting.ts',
    find: "if (!held || conditionOf(ending) !== 'ok') return false;",
    put: "if (!held || conditionOf(ending) === 'ok') return false;",
    cost: 'Rows wait night after night, and no message says so.',
    caughtBy: [{ file: HOOK, name: 'says that rows wait, though the run went well' }],
  },
  {
    name: 'plan-sent-without-only',
    file: 'src/settings/step-flags.ts',
    find: "...withValue('--only', only),",
    put: "...(dryRun ? [] : withValue('--only', only)),",
    cost: 'The command that a screen names after a look sends all of the plan, and not what was approved.',
    caughtBy: [
      { file: APPROVE, name: 'names the command with the review file where it has to be given again' },
    ],
  },
  {
    name: 'page-approves-hidden-rows',
    file: 'src/page/narrow-rows.ts',
    find: 'withBox: rows.filter(',
    put: 'withBox: found.filter(',
    cost: 'A person approves the rows that the filter shows, and others that nobody has looked at go out with them.',
    caughtBy: [{ file: NARROW, name: 'shows what is rejected, in that order, and takes no other row along' }],
  },
  {
    name: 'page-writes-yes-for-no',
    file: 'src/page/to-review-file.ts',
    find: "rejected: 'no'",
    put: "rejected: 'yes'",
    cost: 'A row that a person has rejected on the page is sent.',
    caughtBy: [
      { file: TO_REVIEW, name: 'says of a row that is rejected' },
      { file: PAGE, name: 'approves what was ticked on the page, read by the program' },
    ],
  },
  {
    name: 'page-approves-rejected-rows',
    file: 'src/page/approvals.ts',
    find: "return decision !== 'approved' || state !== REJECTED;",
    put: 'return true;',
    cost: 'A person rejects a row, then approves all that are shown, and the rejected one is sent.',
    caughtBy: [{ file: APPROVALS, name: 'never approve a rejected row along with others' }],
  },
  {
    name: 'page-offers-sent-rows',
    file: 'src/page/can-be-approved.ts',
    find: "(!onlyHeld || status === 'held')",
    put: '(!onlyHeld || status.length > 0)',
    cost: 'The page of a night has boxes beside rows that were sent, and its file approves them again.',
    caughtBy: [{ file: PAGE, name: 'has the held rows of a sync, with why they are' }],
  },
  {
    name: 'page-names-no-values',
    file: 'src/report/files/review-entry.ts',
    find: 'listing.currency, values, kept]',
    put: 'listing.currency, kept]',
    cost: 'A page that shows other amounts than the plan has gives away a file that is taken.',
    caughtBy: [{ file: TO_REVIEW, name: 'names another entry for a row with another value' }],
  },
  {
    name: 'page-keeps-for-all-plans',
    file: 'src/page/keep-approvals.ts',
    find: 'const key = PREFIX + seal;',
    put: 'const key = PREFIX + seal.slice(0, 0);',
    cost: 'What a person ticked yesterday is ticked on the page of a new plan, on whatever rows are there.',
    caughtBy: [{ file: KEEP, name: 'gives back what was decided about this plan, and nothing of another' }],
  },
];
