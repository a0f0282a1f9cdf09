import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { asKilled } from '../support/as-killed.ts';
import { namedPipe } from '../support/named-pipe.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { approveRows, editColumn, editReview, readReview, type SavedAs } from '../support/review-file.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { giveAway, isRoot } from '../support/temp-folder.ts';

const SKUS = Array.from({ length: 6 }, (_, index) => `SKU-${index + 1}`);

interface Given extends Partial<SandboxOptions> {
  readonly skus?: readonly string[];
  readonly sheet?: string;
  /** Of every listing. */
  readonly values?: Partial<Listing>;
}

const toSheet = (skus: readonly string[], cost = '6.50') =>
  `sku,cost\n${skus.map((sku) => `"${sku.replaceAll('"', '""')}",${cost}`).join('\n')}\nNOPE,1\n`;

async function onStage({ skus = SKUS, sheet = toSheet(skus), values = {}, ...options }: Given = {}) {
  const stage = await openStage(
    skus.map((sku) => ({ sku, ...values })),
    sheet,
    options,
  );
  const statuses = (folder: string) =>
    Object.fromEntries(stage.readRun(folder).results.map(({ sku, status }) => [sku, status]));
  return { ...stage, statuses, review: join(stage.cwd, 'd', 'review.csv') };
}

/** After a diff, whose review file approves some. */
async function onApproved(isApproved: (sku: string) => boolean = () => true, given: Given = {}) {
  const stage = await onStage(given);
  await stage.run('diff', 'costs.csv', '--out', 'd');
  approveRows(stage.review, ({ sku = '' }) => isApproved(sku));
  const apply = (out: string, ...flags: readonly string[]) =>
    stage.run('apply', 'd', '--only', 'd/review.csv', '--out', out, ...flags);
  return { ...stage, apply };
}

const isEven = (sku: string) => /[246]$/.test(sku);

describe('apply --only', () => {
  it('asks with what it found itself, and counts what the plan left to a person', async () => {
    const { place, run, cwd } = await onApproved(isEven);
    const ask = async (out: string) => {
      const argv = ['apply', 'd', '--only', 'd/review.csv', '--out', out];
      const { stderr } = await runInProcess(argv, { ...place, isTerminal: true, stdin: 'n\n' });
      return stderr.slice(stderr.indexOf('Needs attention'), stderr.indexOf('Account: '));
    };
    const before = await ask('a');
    expect(before).toMatch(/^Needs attention: 1 row, known from the run that is applied\n\n/);
    expect(before).not.toContain('sku_not_listed');
    writeFileSync(join(cwd, 'others.csv'), 'sku,cost\nSKU-2,6.30\n');
    expect((await run('sync', 'others.csv')).code).toBe(0);
    const after = await ask('b');
    expect(after).toMatch(/^Needs attention: 2 rows\n/);
    expect(after).toMatch(/SKU-2 +conflict/);
    expect(after).toContain('1 known from the run that is applied\n');
    expect(after).not.toContain('not_found');
  });

  it('sends what the review file approves, and holds the rest', async () => {
    const { apply, sent, cwd, statuses } = await onApproved(isEven);
    const { code, stdout } = await apply('a');
    expect(code).toBe(3);
    expect(stdout).toMatch(/(?:^|\n)Done: apply of d, 7 rows, 3 listings updated\n/);
    expect(sent().sort()).toEqual(SKUS.filter(isEven));
    expect(statuses('a')).toEqual({
      ...Object.fromEntries(SKUS.map((sku) => [sku, isEven(sku) ? 'updated' : 'held'])),
      NOPE: 'not_found',
    });
    const { results, retry, summary } = readRun(join(cwd, 'a'));
    expect(results[0]).toMatchObject({
      reason: 'not_approved',
      message: 'the review file does not approve it',
      cost_before: '6.00',
      cost_after: '6.50',
    });
    expect(retry.map(({ sku }) => sku)).toEqual(['NOPE']);
    expect(summary).toMatchObject({
      approval: { path: 'd/review.csv', host: hostname(), approved: 3, of: 6 },
      summary: expect.arrayContaining(['3 of 6 updates were approved.']),
    });
    expect(stdout).toContain('pricesheet apply d --only d/review.csv\n');
  });

  it('leaves the rest to a person, who has to say how, and says so where all of it is sent', async () => {
    const { apply, run, sent } = await onApproved(isEven);
    await apply('a');
    const { code, stderr } = await run('apply', 'latest');
    expect([code, sent().length]).toEqual([2, 3]);
    const ways =
      'pricesheet apply d --only d/review.csv sends what is approved by then; pricesheet apply d sends';
    expect(stderr).toContain(`3 updates wait in the plan of "d": ${ways} all that is left of it`);
    const { stdout } = await run('apply', 'd');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'The apply "a" sent what "d/review.csv" approved, 3 of 6 updates; this one sends the others too',
    );
    expect(sent().sort()).toEqual(SKUS);
  });

  it('names no plan of which a part was taken back', async () => {
    const { apply, run } = await onApproved(isEven);
    await apply('a');
    await run('undo', 'a');
    expect((await run('apply', 'latest')).stderr).not.toContain('in the plan of "d"');
  });

  it('says so if the file approves nothing, as one that was not saved', async () => {
    const { apply, sent } = await onApproved(() => false);
    const { stdout } = await apply('a');
    expect(sent()).toEqual([]);
    expect(stdout.split('\n')).toEqual([
      'Nothing sent: d/review.csv as it was saved approves none of 6 updates',
      'Next      write yes beside rows in d/review.csv, then: pricesheet apply d --only d/review.csv',
      '',
    ]);
  });

  it.each([
    ['some', 'yes', ['Done: apply of d, 7 rows, 1 listing updated', '  5 rejected', '']],
    ['all', 'no', ['Nothing sent: d/review.csv rejects all of 6 updates', '']],
  ])('has no row left to approve if %s are rejected and the others approved', async (_how, first, said) => {
    const { review, apply } = await onApproved(() => false);
    editReview(review, ([header = [], ...rows]) => [
      header,
      ...rows.map(([, ...cells], at) => [at === 0 ? first : 'no', ...cells]),
    ]);
    const { stdout } = await apply('a');
    expect(stdout.split('\n').slice(0, said.length)).toEqual(said);
    expect(stdout).not.toContain('write yes');
  });

  it('keeps with the run who approved, as the owner of the file, and what', async () => {
    const { apply, run, review, cwd } = await onApproved(isEven);
    await apply('a');
    const { owner, sha256, modified } = JSON.parse(
      readFileSync(join(cwd, 'a', 'summary.json'), 'utf8'),
    ).approval;
    const shown = JSON.parse((await run('history', 'show', 'a', '--json')).stdout).run.approval;
    expect(shown).toMatchObject({ owner, sha256, modified, approved: 3, of: 6 });
    expect(sha256).toBe(createHash('sha256').update(readFileSync(review)).digest('hex'));
    expect(owner).toBe(userInfo().username);
    const { stdout } = await run('history', 'show', 'a');
    const said = `3 of 6 updates, by the file d/review.csv of ${owner} on ${hostname()}`;
    expect(stdout).toMatch(new RegExp(`^approved +${said}, .* SHA-256 ${sha256}$`, 'm'));
    expect(readFileSync(join(cwd, 'a', 'report.html'), 'utf8')).toContain(`<dt>Approved</dt><dd>${said}`);
  });

  it('goes on where it was killed, and is named until then to who approves other rows', async () => {
    const { apply, run, sent, review, cwd, costs } = await onApproved(isEven);
    await apply('killed');
    asKilled(join(cwd, 'killed'), { history: join(cwd, 'runs/.history'), noted: 2 });
    approveRows(review, ({ sku }) => sku === 'SKU-1');
    const other = await apply('a');
    expect(other.code).toBe(3);
    expect(other.stdout.replace(/\s+/g, ' ')).toMatch(
      /The apply "killed" was killed while it was sending, and has sent 2 updates that are not approved now: .* not read again; to finish it: pricesheet apply killed/,
    );
    approveRows(review, ({ sku = '' }) => isEven(sku));
    expect((await apply('again')).code).toBe(3);
    expect(sent().sort()).toEqual(['SKU-1', ...SKUS.filter(isEven)]);
    // The plan of the killed run has nothing in it that was not approved.
    expect((await run('apply', 'killed', '--out', 'rest')).code).toBe(3);
    expect(costs()).toEqual([650, 650, 600, 650, 600, 650]);
  });

  it('says what an apply of other rows has sent, and nothing of one whose rows are approved again', async () => {
    const { apply, review, sent } = await onApproved(isEven);
    await apply('a');
    approveRows(review, ({ sku }) => sku === 'SKU-1');
    const other = await apply('b');
    expect(other.stdout.replace(/\s+/g, ' ')).toContain(
      'The apply "a" has sent 3 updates that are not approved now: they are held here, and not read again; its results have them',
    );
    approveRows(review, () => true);
    const all = await apply('c');
    expect(all.stdout).not.toContain('not approved now');
    expect(all.stdout).toMatch(/^Done: apply of d, 7 rows, 2 listings updated\n {2}4 already up to date\n/m);
    expect(sent().sort()).toEqual(SKUS);
  });

  it('takes SKUs that spreadsheets change or run', async () => {
    const quoted = ['a,b', 'a;b', 'say "no"', "'quoted"];
    const skus = ['00000611', '=1+1', '+4711', '-5', '@sum', ...quoted, '1E5', '4006381333931'];
    const { run, review, sent, cwd } = await onStage({ skus });
    await run('diff', 'costs.csv', '--out', 'd');
    // As a spreadsheet that took them for numbers saves them.
    const damaged: Readonly<Record<string, string>> = {
      '00000611': '611',
      '1E5': '1,00E+05',
      '4006381333931': '4,00638E+12',
    };
    editReview(
      review,
      editColumn('sku', (cell) => damaged[cell] ?? cell),
      { delimiter: ';' },
    );
    approveRows(review, ({ sku }) => sku !== 'a,b', { from: ';' });
    const { code, stdout, stderr } = await run('apply', 'd', '--only', 'd/review.csv', '--out', 'a');
    expect({ code, stderr: code === 3 ? '' : `${stdout}${stderr}` }).toEqual({ code: 3, stderr: '' });
    expect(sent().sort()).toEqual(skus.filter((sku) => sku !== 'a,b').sort());
    expect(readRun(join(cwd, 'a')).results.filter(({ status }) => status === 'held')).toHaveLength(1);
  });
});

/** SKU-5 and SKU-6 are held. */
const WITH_LARGE = `sku,cost\n${SKUS.map((sku, at) => `${sku},${at < 4 ? '6.10' : '8.00'}\n`).join('')}`;

/** A run with these sends two updates and stops at the third. */
const CUT = [{ match: { method: 'POST' as const }, skip: 2, times: 1, answer: { status: 400, body: {} } }];
const ONE_FAILURE = ['PRICESHEET_MAX_FAILURES=1', 'PRICESHEET_CONCURRENCY=1'];

describe('apply --only of a sync that was cut short', () => {
  it('leaves what the run did not send as it ended, to an apply of all of the plan', async () => {
    const { statuses, cwd, run, costs } = await onStage({ sheet: WITH_LARGE, faults: { rules: CUT } });
    expect((await run('sync', 'costs.csv', '--hold-over', '10%', ...ONE_FAILURE, '--out', 's')).code).toBe(6);
    const ended = { 'SKU-1': 'updated', 'SKU-2': 'updated', 'SKU-3': 'failed', 'SKU-4': 'skipped' };
    expect(statuses('s')).toEqual({ ...ended, 'SKU-5': 'held', 'SKU-6': 'held' });
    approveRows(join(cwd, 's', 'review.csv'), ({ sku }) => sku === 'SKU-5');
    const applied = await run('apply', 's', '--only', 's/review.csv', '--out', 'a');
    expect(applied.code).toBe(3);
    expect(statuses('a')).toEqual({ ...ended, 'SKU-5': 'updated', 'SKU-6': 'held' });
    const { results, retry, summary } = readRun(join(cwd, 'a'));
    expect(results[3]?.['reason']).toBe('too_many_failures');
    expect(results[3]?.['message']).toContain('did not send it, and its review file does not offer it: ');
    expect(retry.map(({ sku }) => sku)).toEqual(['SKU-3', 'SKU-4']);
    expect(summary).toMatchObject({ approval: { approved: 1, of: 2 }, counts: { attention: 2 } });
    expect(applied.stdout).toContain('send the rest of that plan: pricesheet apply s\n');
    expect((await run('apply', 'latest', '--out', 'b')).code).toBe(0);
    expect(costs()).toEqual([610, 610, 610, 610, 800, 600]);
    expect((await run('apply', 'latest')).code).toBe(2);
  });
});

type Edit = ReturnType<typeof editColumn>;

describe('a review file that a spreadsheet saved', () => {
  const SHEET = `sku,cost,min\n${SKUS.map((sku) => `${sku},6.50,1234.50`).join('\n')}\n`;
  const asItIs: Edit = (rows) => rows;
  const amounts =
    (edit: (cell: string) => string): Edit =>
    (rows) =>
      ['cost_before', 'cost_after', 'minimum_price_before', 'minimum_price_after'].reduce(
        (edited, name) => editColumn(name, edit)(edited),
        rows,
      );

  it.each<[string, Edit, SavedAs]>([
    ['as it was', asItIs, {}],
    ['with semicolons and decimal commas', amounts((cell) => cell.replace('.', ',')), { delimiter: ';' }],
    ['with tabs, in UTF-16', asItIs, { delimiter: '\t', mark: '\ufeff', encoding: 'utf16le' }],
    ['in the encoding of Windows', editColumn('message', () => 'geprüft'), { encoding: 'latin1' }],
    ['with a byte order mark and every cell in quotes', asItIs, { mark: '\ufeff', allQuoted: true }],
    ['with line feeds alone', asItIs, { lineEnd: '\n' }],
    ['below a line that names the delimiter', (rows) => [['sep=;'], ...rows], { delimiter: ';' }],
    ['without trailing zeros', amounts((cell) => cell.replace(/\.?0+$/, '')), {}],
    ['with thousands set apart', amounts((cell) => cell.replace('1234', '1,234')), {}],
    ['with a currency', amounts((cell) => (/\d/.test(cell) ? `${cell} $` : cell)), {}],
    ['sorted', ([header = [], ...rows]) => [header, ...rows.toReversed()], {}],
    ['with its columns in another order', (rows) => rows.map((cells) => cells.toReversed()), {}],
    ['with rows deleted', ([header = [], ...rows]) => [header, ...rows.filter((row) => row[0] !== '')], {}],
    ['with notes in it', editColumn('message', () => 'ask Kim; see "minutes"'), {}],
    ['with columns deleted', (rows) => rows.map((row) => [0, 2, -1].map((at) => row.at(at) ?? '')), {}],
    ['with blank rows', (rows) => [...rows, rows[0]?.map(() => '') ?? [], []], {}],
    ['in capitals', editColumn('entry', (cell) => cell.toUpperCase()), {}],
  ])('is taken: %s', async (_, edit, savedAs) => {
    const { apply, review, sent } = await onApproved(isEven, {
      sheet: SHEET,
      values: { minimum_price: 120_000, maximum_price: 200_000 },
    });
    editReview(review, edit, savedAs);
    const { code, stderr, stdout } = await apply('a');
    expect({ code, said: code === 0 ? '' : `${stderr}${stdout}` }).toEqual({ code: 0, said: '' });
    expect(sent().sort()).toEqual(SKUS.filter(isEven));
  });

  it('is approved by a word that says yes, and not by one that says no', async () => {
    const yes = ['yes', 'Y', 'x', 'X', '1', 'TRUE', 'ok', ' yes '];
    const words = [...yes, 'no', 'N', '0', 'false', '-', ' '];
    const skus = words.map((_, at) => `SKU-${at + 1}`);
    const { review, apply, sent } = await onApproved(() => false, { skus });
    editReview(review, ([header = [], ...rows]) => [
      header,
      ...rows.map(([, ...cells], at) => [words[at] ?? '', ...cells]),
    ]);
    await apply('a');
    expect(sent().sort()).toEqual(skus.slice(0, yes.length).sort());
  });
});

type Spoil = (path: string) => void;

describe('a review file that is refused', () => {
  const put =
    (edit: (text: string) => string): Spoil =>
    (path) =>
      writeFileSync(path, edit(readFileSync(path, 'utf8')));
  const rows =
    (edit: Edit): Spoil =>
    (path) =>
      editReview(path, edit);
  const cells = (...edit: Parameters<typeof editColumn>): Spoil => rows(editColumn(...edit));
  const cell = (name: string, row: number, put: string): Spoil =>
    cells(name, (old, at) => (at === row ? put : old));
  const other = (entry: string) => `${entry.slice(0, -1)}${entry.endsWith('0') ? '1' : '0'}`;
  const twice = ([first = '', ...cells]: readonly string[]) => [first, first, ...cells];
  const reverse =
    (name: string): Spoil =>
    (path) => {
      const texts = readReview(path).map((row) => row[name] ?? '');
      editReview(
        path,
        editColumn(name, (_, row) => texts.at(-1 - row) ?? ''),
      );
    };
  const makeOld: Spoil = (path) => utimesSync(path, new Date(), new Date(Date.now() - 25 * 3_600_000));
  const LISTING = ['listing_id', 'platform', 'channel', 'currency'];

  it.each<[string, Spoil, string]>([
    ['an amount that was edited', cell('cost_after', 3, '6.05'), 'line 5 has "6.05" in the column cost'],
    ['one beside no approval', cell('cost_after', 0, '60.5'), 'line 2 has "60.5" in the column cost_after'],
    ['an amount that was added', cell('manual_price_after', 1, '9.99'), '"9.99" in the column manual_price'],
    ['an amount taken for a date', cells('cost_after', () => 'Jun 50'), 'line 2 has "Jun 50" in the column'],
    ['one column sorted', reverse('sku'), 'line 2 has "SKU-6" in the column sku'],
    ...LISTING.map((name): [string, Spoil, string] => [
      `another ${name}`,
      cells(name, (cell, row) => (row === 1 ? `${cell.slice(0, -1)}x` : cell)),
      `x" in the column ${name}, and the plan has "`,
    ]),
    ['its approvals sorted apart', reverse('entry'), 'line 2 has "2" in the column line, and the plan has 7'],
    ['a word of its own', cell('approve', 2, 'maybe'), 'line 4 has "maybe" in the column approve'],
    ['a doubled row', rows((all) => [...all, all[2] ?? []]), 'line 8 has the same entry as line 3'],
    ['an entry of no plan', cells('entry', (old, at) => (at === 1 ? other(old) : old)), 'that the plan does'],
    ['a row without its entry', cell('entry', 1, ''), 'line 3 has no entry'],
    ['a row that was cut short', put((text) => text.slice(0, -40)), 'line 7 has no entry'],
    ['an entry that was cut short', put((text) => text.slice(0, -9)), 'in the column entry, which is not an'],
    ['quotes that were cut short', put((text) => `${text}yes,"SKU`), 'on line 8 has a quote that is never'],
    ['nothing in it', put(() => ''), 'it is empty'],
    ['a workbook in it', put(() => 'PK\u0003\u0004[Content_Types].xml'), 'Excel workbook (xlsx), not CSV'],
    ['a sheet in it', put(() => 'sku,cost\nSKU-1,5\n'), 'does not name the columns approve and entry'],
    ['two columns for approvals', rows((all) => all.map(twice)), 'once each'],
    ['bytes in it', (path) => writeFileSync(path, Buffer.from([1, 0, 2])), 'Cannot read the review file'],
    ['no file', (path) => rmSync(path), 'there is no such file'],
    ['a day behind it', makeOld, '"approval-age" is 24h'],
  ])('has %s: nothing is asked or sent', async (_, spoil, message) => {
    const { apply, review, sandbox } = await onApproved(isEven);
    spoil(review);
    const before = sandbox.requests.length;
    const { code, stderr, stdout } = await apply('a');
    expect([code, stdout, reasonIn(stderr)]).toEqual([2, '', expect.stringContaining(message)]);
    expect(sandbox.requests.length).toBe(before);
  });

  it('is older than the limit that was given, or not', async () => {
    const { apply, review, sent } = await onApproved(isEven);
    makeOld(review);
    expect((await apply('a', 'PRICESHEET_APPROVAL_AGE=2d')).code).toBe(3);
    expect(sent()).toHaveLength(3);
    expect((await apply('b', 'PRICESHEET_APPROVAL_AGE=1h')).code).toBe(2);
  });

  it('is of another plan', async () => {
    const { run, review, sent } = await onApproved(isEven);
    await run('diff', 'costs.csv', '--out', 'e');
    const { code, stderr } = await run('apply', 'e', '--only', 'd/review.csv');
    expect([code, sent()]).toEqual([2, []]);
    expect(stderr).toContain('line 2 has an entry of another plan than that of "e"');
    expect(readReview(review)).toHaveLength(6);
  });

  it('is of a plan that its job has a newer one of', async () => {
    const { apply, run, sent, cwd } = await onApproved(isEven);
    writeFileSync(join(cwd, 'costs.csv'), toSheet(SKUS, '6.60'));
    await run('diff', 'costs.csv', '--out', 'e');
    const { code, stderr } = await apply('a');
    expect([code, sent()]).toEqual([2, []]);
    expect(stderr).toMatch(/the job "costs" has a newer plan, of the diff at .* UTC, in "e"/);
    expect(stderr).toContain('Approve that one, or make a new plan');
    expect((await apply('b', '--history', 'off')).code).toBe(3);
  });

  it('is for a run that was taken back since, unless that was taken back too', async () => {
    const { run, cwd, sent, costs, statuses } = await onStage({ sheet: WITH_LARGE });
    await run('sync', 'costs.csv', '--hold-over', '10%', '--out', 's');
    approveRows(join(cwd, 's', 'review.csv'), ({ sku }) => sku === 'SKU-5');
    expect((await run('undo', 's', '--dry-run', '--out', 'look')).code).toBe(0);
    expect((await run('undo', 's', '--out', 'undone')).code).toBe(0);
    const before = sent().length;
    const refused = await run('apply', 's', '--only', 's/review.csv', '--out', 'a');
    expect([refused.code, sent().length]).toEqual([2, before]);
    const said = refused.stderr.replaceAll(/\n\s*/g, ' ');
    expect(said).toMatch(
      /"s": it was taken back by the undo at .* UTC, in "undone", and what it had sent is not read again/,
    );
    expect(said).toContain('Make a new plan with diff, and approve that');
    expect((await run('undo', 'undone', '--out', 'again')).code).toBe(0);
    expect((await run('apply', 's', '--only', 's/review.csv', '--out', 'b')).code).toBe(0);
    expect(statuses('b')).toMatchObject({ 'SKU-1': 'updated', 'SKU-5': 'updated', 'SKU-6': 'held' });
    expect(costs()).toEqual([610, 610, 610, 610, 800, 600]);
  });

  it.each([
    ['took back', () => {}],
    ['had begun to take back when it was killed', asKilled],
  ])('is for the first of two runs that an undo %s together', async (_name, kill) => {
    const { run, cwd, sent } = await onStage({ sheet: WITH_LARGE });
    const review = join(cwd, 's', 'review.csv');
    await run('sync', 'costs.csv', '--hold-over', '10%', '--out', 's');
    approveRows(review, ({ sku }) => sku === 'SKU-5');
    expect((await run('apply', 's', '--only', 's/review.csv', '--out', 'a')).code).toBe(0);
    expect((await run('undo', '--since', '1h', '--out', 'undone')).code).toBe(0);
    kill(join(cwd, 'undone'), { history: join(cwd, 'runs/.history'), noted: 2 });
    const before = sent().length;
    approveRows(review, ({ sku }) => sku === 'SKU-6');
    const { code, stderr } = await run('apply', 's', '--only', 's/review.csv', '--out', 'b');
    expect([code, sent().length]).toEqual([2, before]);
    expect(stderr.replaceAll(/\n\s*/g, ' ')).toMatch(/"s": it was taken back by the undo at .*, in "undone"/);
  });

  it.each([
    ['stopped', () => {}, '(exit code 6 after 2 updates)'],
    ['killed', asKilled, '(not ended)'],
  ])('is of a plan whose job has a newer run, %s, whose folder was moved', async (_how, kill, end) => {
    const { apply, run, write, sent, cwd } = await onApproved(() => true, { faults: { rules: CUT } });
    write(toSheet(SKUS, '6.60'));
    expect((await run('sync', 'costs.csv', ...ONE_FAILURE, '--out', 'newer')).code).toBe(6);
    kill(join(cwd, 'newer'), { history: join(cwd, 'runs/.history'), noted: 2 });
    renameSync(join(cwd, 'newer'), join(cwd, 'moved'));
    const before = sent().length;
    const { code, stderr } = await apply('a');
    expect([code, sent().length]).toEqual([2, before]);
    expect(stderr.replaceAll(/\n\s*/g, ' ')).toContain(`UTC, in "newer" ${end}`);
  });

  it('is of a plan whose clock was ahead: the order of the history says which came later', async () => {
    const { run, write, sent, review } = await onStage();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    await run('diff', 'costs.csv', '--out', 'd');
    vi.useRealTimers();
    approveRows(review, ({ sku = '' }) => isEven(sku));
    write(toSheet(SKUS, '6.60'));
    expect((await run('sync', 'costs.csv', '--out', 'newer')).code).toBe(3);
    await run('undo', 'newer');
    const before = sent().length;
    const { code, stderr } = await run('apply', 'd', '--only', 'd/review.csv');
    expect([code, sent().length]).toEqual([2, before]);
    expect(stderr.replaceAll(/\n\s*/g, ' ')).toMatch(/has a newer plan, of the sync at .* UTC, in "newer"/);
  });

  it.each([
    ['a run of another job', ['other.csv']],
    ['a repaired retry file of the job', ['retry.csv', '--job', 'costs']],
  ])('is not outdated by %s', async (_what, [name = '', ...flags]) => {
    const { apply, run, write } = await onApproved(isEven);
    write('sku,cost\nSKU-1,6.20\n', name);
    expect((await run('sync', name, ...flags)).code).toBe(0);
    expect((await apply('a')).code).toBe(3);
  });

  it('could have been written by others than its owner', async () => {
    const { run, review, cwd, sent } = await onApproved(isEven);
    const copy = join(cwd, 'approved.csv');
    writeFileSync(copy, readFileSync(review));
    chmodSync(copy, 0o666);
    const { code, stderr } = await run('apply', 'd', '--only', 'approved.csv');
    expect([code, sent()]).toEqual([2, []]);
    expect(stderr.replaceAll(/\n\s*/g, ' ')).toMatch(
      /everybody may write to it.*It is not known who approved it/s,
    );
  });

  it.runIf(isRoot)('may be the file of another user, who is named', async () => {
    const { run, review, cwd } = await onApproved(isEven);
    const copy = join(cwd, 'approved.csv');
    writeFileSync(copy, readFileSync(review), { mode: 0o644 });
    giveAway(copy);
    expect((await run('apply', 'd', '--only', 'approved.csv', '--out', 'a')).code).toBe(3);
    expect(readRun(join(cwd, 'a')).summary).toMatchObject({
      approval: { owner: expect.stringMatching(/^(nobody|65534)$/) },
    });
  });

  it.each([
    ['a pipe that nobody writes to', (cwd: string) => namedPipe(join(cwd, 'approved.csv'))],
    ['a device that never ends', () => '/dev/zero'],
  ])('is %s: it is not read', async (_what, place) => {
    const { run, cwd, sent } = await onApproved(isEven);
    const { code, stderr } = await run('apply', 'd', '--only', place(cwd));
    expect([code, sent()]).toEqual([2, []]);
    expect(stderr).toContain('it is not a file');
  });

  it('changed while it was read', async () => {
    const { apply, review, sent } = await onApproved(isEven);
    let isOver = false;
    const ending = apply('a').finally(() => {
      isOver = true;
    });
    while (!isOver) {
      appendFileSync(review, '\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { code, stderr } = await ending;
    expect([code, sent()]).toEqual([2, []]);
    expect(stderr).toContain('it changed while it was being read');
  });

  it('is for a run that was killed while it was sending', async () => {
    const { run, cwd, sent } = await onStage({ sheet: 'sku,cost\nSKU-1,6.10\nSKU-2,8.00\n' });
    await run('sync', 'costs.csv', '--hold-over', '10%', '--out', 's');
    approveRows(join(cwd, 's', 'review.csv'), () => true);
    const journal = join(cwd, 's', 'outcomes.ndjson');
    // Its last line says that the run ended.
    const [line] = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, `${line}\n`);
    const { code, stderr } = await run('apply', 's', '--only', 's/review.csv');
    expect([code, sent()]).toEqual([2, ['SKU-1']]);
    expect(stderr).toContain('it was killed while it was sending');
    expect(stderr).toMatch(/ pricesheet apply s\n$/);
  });
});
