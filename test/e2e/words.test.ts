import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { PROGRAM, runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('a figure that is shown in several places', () => {
  it('is the same one: a move by 65.05 % on screen and in results.csv', async () => {
    const mug = { sku: 'MUG', cost: 2000, minimum_price: 5000, maximum_price: 9000 };
    const { run, readRun } = await openStage([mug], 'sku,cost\nMUG,33.01\n');
    const allowed = await run('diff', 'costs.csv', '--max-change', '70', '--out', 'all');
    await run('diff', 'costs.csv', '--out', 'run');
    const { message = '' } = readRun('run').results[0] ?? {};
    for (const text of [allowed.stdout, message]) expect(text).toContain('+65.1 %');
  });
});

const KEY = 'k-3f9c1a77';
const SERVICE = { PRICESHEET_BASE_URL: 'http://127.0.0.1:9', PRICESHEET_API_KEY: KEY };
const SHEET = 'sku,cost\nMUG,33.01\n';

/** Runs a command in a folder with these files, or folders where they have no text. */
async function runWith(
  files: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, text === undefined ? name : dirname(name)), { recursive: true });
    if (text !== undefined) writeFileSync(join(cwd, name), text);
  }
  return runInProcess(argv, { cwd, env });
}

describe('settings that are missing', () => {
  it('are named with every place where they may be put, and with what needs none of them', async () => {
    const { code, stderr } = await runWith({ 'costs.csv': SHEET }, ['diff', 'costs.csv']);
    expect(code).toBe(2);
    expect(reasonIn(stderr).split(/: (?=Set P)|\. (?=Set P|To )|; (?=")/)).toEqual([
      'Settings are missing',
      'Set PRICESHEET_BASE_URL to the address of the service, https://…, for example with the line PRICESHEET_BASE_URL=https://your-service.example/v1 in .env; or set it in the environment, set "base-url" in pricesheet.json, or pass --base-url',
      'Set PRICESHEET_API_KEY to the key of the account, for example with the line PRICESHEET_API_KEY=your-key in .env; or set it in the environment, or set PRICESHEET_API_KEY_FILE to the name of a file that holds the key',
      expect.stringMatching(/"pricesheet sandbox" needs no settings/),
    ]);
  });

  it('are distinguished from wrong ones', async () => {
    const some = await runWith({}, ['list', 'channels'], {
      ...SERVICE,
      PRICESHEET_API_KEY: '',
      PRICESHEET_RATE: 'x',
    });
    expect(reasonIn(some.stderr)).toMatch(
      /^Settings are missing or wrong: PRICESHEET_RATE .*\. Set PRICESHEET_API_KEY /,
    );
    const wrong = await runWith({}, ['list', 'channels', 'PRICESHEET_TIMEOUT=x'], {
      ...SERVICE,
      PRICESHEET_RATE: 'x',
    });
    expect(reasonIn(wrong.stderr)).toMatch(/^Several settings are wrong: .*\. /);
    expect(wrong.stderr).not.toContain('sandbox');
  });
});

describe('JSON that people write', () => {
  const BROKEN = '{\n  "webhook": "https://hooks.example/T0P5ECRET",\n}\n';
  const CUT = 'is not JSON: line 1, column 8 is the end of the file';
  it.each([
    [
      'check costs.csv',
      '"pricesheet.json" is not JSON: line 3, column 1 has "}" where a name in quotes is expected',
    ],
    ['check costs.csv --config my.json', `"my.json" ${CUT}`],
    ['sandbox --account my.json', `Cannot use "my.json": it ${CUT}`],
    ['sandbox --faults my.json', `Cannot use "my.json": it ${CUT}`],
  ])('is refused with line and column, and not repeated: %s', async (line, said) => {
    const config = line.startsWith('check') ? { 'pricesheet.json': BROKEN } : {};
    const files = { ...config, 'my.json': '{"a": 1', 'costs.csv': SHEET };
    const { code, stderr } = await runWith(files, line.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('T0P5ECRET');
  });
});

describe('a run folder that is not there', () => {
  const RUNS = ['17', '18', '19', '20'].map((day) => `runs/2026-11-${day}T02-15-00Z-costs`);
  const FILES = {
    ...Object.fromEntries(RUNS.map((run) => [`${run}/plan.ndjson`, ''])),
    // Neither of them is a run that could be meant.
    'runs/2026-11-21T02-15-00Z-costs': undefined,
    'runs/my-notes/plan.ndjson': '',
  };

  it.each([
    ['apply', ['apply', 'nope']],
    ['undo', ['undo', 'nope']],
    ['explain', ['explain', 'nope', 'MUG']],
  ])('is said to be none, and the newest are named: %s', async (command, argv) => {
    const { code, stderr } = await runWith(FILES, argv, SERVICE);
    expect(code).toBe(2);
    const newest = RUNS.slice(1)
      .reverse()
      .map((run) => `"${run}"`);
    expect(reasonIn(stderr)).toBe(
      `Cannot ${command} "nope": there is no such folder. Name a run folder that a sync, a diff, an apply or an undo left behind; the newest in runs are ${newest.join(', ')}`,
    );
  });

  it.each(['apply', 'undo'])(
    'is said to be the folder of all runs where that is named: %s',
    async (command) => {
      const { code, stderr } = await runWith(FILES, [command, 'runs'], SERVICE);
      expect(code).toBe(2);
      expect(stderr).toContain(`Cannot ${command} "runs": it is the folder of all runs, not of one. `);
      expect(stderr).toContain(`the newest in runs are "${RUNS.at(-1)}"`);
    },
  );

  it('is taken for a misspelt one where one is near', async () => {
    const { stderr } = await runWith(FILES, ['undo', '2026-11-18T02-15-00Z-csts'], SERVICE);
    expect(stderr).toContain('there is no such folder; did you mean "runs/2026-11-18T02-15-00Z-costs"?');
  });

  it('is said to be none where there are no runs at all', async () => {
    const { stderr } = await runWith({}, ['apply', 'nope'], SERVICE);
    expect(reasonIn(stderr)).toMatch(
      /^Cannot apply "nope": there is no such folder\. Name a run folder .* left behind$/,
    );
  });
});

describe('a command line that is not right', () => {
  it.each([
    [
      'diff smaple.csv',
      'Cannot read the sheet "smaple.csv": there is no such file in "/FOLDER"; did you mean "sample.csv"?',
    ],
    [
      'check in/cost.csv',
      '"in/cost.csv": there is no such file in "/FOLDER/in"; did you mean "in/costs.csv"?',
    ],
    ['check prices.csv', '"prices.csv": there is no such file in "/FOLDER" (exit code 2)'],
    ['sample.csv', 'Unknown command "sample.csv"; did you mean "pricesheet diff sample.csv"?'],
    [
      'diff my new costs.csv --out run',
      'Too many arguments for "diff": it takes 1, and there are 3; a name with blanks is put in quotes, as in pricesheet diff "my new costs.csv"',
    ],
    ['my new costs.csv', 'Unknown command "my"; did you mean "pricesheet diff "my new costs.csv""?'],
    ['run', 'Unknown command "run"; did you mean "pricesheet apply run"?'],
    ['in', 'Unknown command "in". Run it with --help'],
    [
      'sync sample.csv --max-failures 5',
      'Unknown option "--max-failures"; it is a setting of every run: "max-failures" in pricesheet.json, or PRICESHEET_MAX_FAILURES in the environment',
    ],
    [
      'export --clear-token=x',
      'Unknown option "--clear-token"; it is a setting of every run: "clear-token" in pricesheet.json, or PRICESHEET_CLEAR_TOKEN in the environment',
    ],
    [
      'sync',
      `Missing required argument "SHEET" (the price sheet, a CSV file; - for standard input, or a pattern with --newest), as in "pricesheet sync costs.csv". Run it with`,
    ],
    ['apply', `Missing required argument "RUN" (the run folder, or latest), as in "pricesheet apply runs/`],
    ['undo', 'undo: which run? Name a run folder, latest, or all runs since a time: '],
    ['sync sample.csv --rate', 'Option "--rate <N|auto>" needs a value'],
    ['sync sample.csv --yes=no', 'Option "--yes" takes no value'],
    ['undo run --match all', 'Unknown option "--match"'],
    ['--rate 5 sync sample.csv', 'Unknown option "--rate"; flags go after the command'],
    [
      'list',
      'Missing required argument "strategies|channels" (what to list), as in "pricesheet list strategies"',
    ],
    ['list chanels', 'it is neither strategies nor channels; did you mean "channels"?'],
    [
      'explain run',
      `Missing required argument "SKU" (the SKU, exactly as written), as in "pricesheet explain runs/`,
    ],
  ])('is answered by what may be meant: %s', async (line, said) => {
    const sheets = { 'sample.csv': SHEET, 'in/costs.csv': SHEET, 'my new costs.csv': SHEET };
    const files = { ...sheets, 'run/plan.ndjson': '' };
    const { code, stdout, stderr } = await runWith(files, line.split(' '), SERVICE);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/"\/[^"]*pricesheet-\w+/g, '"/FOLDER')).toContain(said);
  });
});

describe('a file of settings that is named', () => {
  const FILES = { 'my.env': 'PRICESHEET_DECIMAL=,\nPRICESHEET_OUT=there\n', 'costs.csv': SHEET };

  /** As a shell starts it, by its first line, and as `node` with its path. */
  async function start(argv: readonly string[], files: Readonly<Record<string, string>> = FILES) {
    const cwd = tempFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const [direct, byNode] = [
      await runProgram(argv, { cwd, command: PROGRAM }),
      await runProgram(argv, { cwd }),
    ];
    expect([direct.code, direct.stderr]).toEqual([byNode.code, byNode.stderr]);
    return direct;
  }

  it.each(['none.env', 'there/none.env'])(
    'by --dotenv is refused by this program where it is not there: %s',
    async (name) => {
      const { code, stdout, stderr } = await start(['check', 'costs.csv', '--dotenv', name]);
      expect([code, stdout, reasonIn(stderr)]).toEqual([
        2,
        '',
        `"${name}" can't be read: there is no such file`,
      ]);
    },
  );

  it('by --dotenv is read by this program alone, which says so of what comes from there', async () => {
    const broken = await start(['check', 'costs.csv', '--dotenv=my.env'], { ...FILES, 'my.env': 'RATE\n' });
    expect([broken.code, broken.stderr]).toEqual([
      2,
      expect.stringContaining('Line 1 of "my.env" is not a setting'),
    ]);
    const { stdout } = await start(['doctor', '--json', '--dotenv', 'my.env']);
    expect(JSON.parse(stdout).settings.out).toEqual({ value: 'there', from: 'PRICESHEET_OUT in my.env' });
  });
});

describe('a run over listings of several currencies', () => {
  it('is to be filled in where the sheet has a column for it', async () => {
    const listings = [{ sku: 'A', currency: 'eur' }, { sku: 'B' }, { sku: 'C' }];
    const { run } = await openStage(listings, 'sku,cost,Waers\nA,6.10,\nB,6.10,\nC,6.10,usd\n');
    const { code, stdout } = await run('sync', 'costs.csv', '--out', 'run', '--map', 'currency=Waers');
    expect(code).toBe(4);
    expect(stdout).toContain('; fill in the blank cells of the column "Waers", or pass --currency with');
    expect(stdout).toContain(
      'fill in the blank currencies of costs.csv, then: pricesheet sync costs.csv --map currency=Waers\n',
    );
    expect(stdout).not.toContain('a column "currency"');
  });
});

describe('an export of one SKU', () => {
  it.each([
    ['another case', 'mug-01', 'the SKU "mug-01"; "MUG-01" is listed, which differs by case only\n'],
    ['no zeros', '00000042', 'No listing has the SKU "00000042"\n'],
    ['nothing like it', 'CUP-01', 'No listing has the SKU "CUP-01"\n'],
    ['the SKU itself', 'MUG-01', '1 listing exported\n'],
  ])('says what is listed instead: %s', async (_name, sku, said) => {
    const { run } = await openStage([{ sku: 'MUG-01' }, { sku: '00042' }]);
    const { code, stderr } = await run('export', '--sku', sku);
    expect(code).toBe(0);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('sku-ignore-case');
  });
});

describe('a count of one', () => {
  it('goes with one: an update, a row, a cell', async () => {
    const rows = 'sku,cost\nA,6.10\n'.concat(...Array.from({ length: 9 }, (_, n) => `B-${n},\n`));
    const { run, write } = await openStage([{ sku: 'A' }], rows);
    write('sku,cost\nA,6.10\nB\n', 'short.csv');
    const { stdout } = await run('sync', 'costs.csv', '--max-updates', '5%', '--missing', 'ok');
    expect(stdout).toContain('1 listing would be updated in 10 rows, and --max-updates is 5 % of the rows');
    const short = await run('check', 'short.csv');
    expect(short.stdout).toContain('The row has 1 cell, the header 2');
  });
});

describe('a service that is down', () => {
  it('is waited for where it has answered before, and its address is doubted first where it has not', async () => {
    const skus = Array.from({ length: 60 }, (_, n) => `A-${n}`);
    const sheet = `sku,cost\n${skus.map((sku) => `${sku},6.10\n`).join('')}`;
    const env = { PRICESHEET_RETRIES: '1', XDG_STATE_HOME: tempFolder() };
    const { sandbox, place } = await openStage(
      skus.map((sku) => ({ sku })),
      sheet,
      { env },
    );
    const sync = async (more = {}) =>
      (await runInProcess(['sync', 'costs.csv'], { ...place, env: { ...place.env, ...more } })).stdout;
    expect(await sync()).toContain('60 listings updated');
    await sandbox.close();
    expect(await sync()).toMatch(/ECONNREFUSED.*Run it again later.*Check the base URL/s);
    expect(await sync({ PRICESHEET_API_KEY: 'sk_test_first' })).toMatch(
      /ECONNREFUSED.*Check the base URL.*Run it again later/s,
    );
  });

  it.each([
    ['few rows', 3],
    ['more rows than are tried', 60],
  ])('is one cause with one count, whatever it did to the rows: %s', async (_name, rows) => {
    const cells = Array.from({ length: rows }, (_, n) => `SKU-${n},6.10\n`).join('');
    const stage = await openStage([], `sku,cost\n${cells}`, { env: SERVICE });
    const argv = ['sync', 'costs.csv', 'PRICESHEET_RETRIES=1', '--rate', '1000', '--out', 'run'];
    const { code, stdout } = await stage.run(...argv);
    expect(code).toBe(1);
    expect(stdout.match(/ECONNREFUSED/g)).toHaveLength(1);
    expect(stdout.match(/attempts/g)).toHaveLength(1);
    expect(stdout.match(/base URL/g)).toHaveLength(1);
    expect(stdout).not.toMatch(/Needs attention\n|could not be paged/);
    expect(stdout).toContain('Next      run it again: pricesheet sync costs.csv');
    // The files have it for each row, and all that was noticed.
    const { results, summary } = stage.readRun('run');
    expect(results).toHaveLength(rows);
    expect(results.every(({ message = '' }) => message.includes('ECONNREFUSED'))).toBe(true);
    expect(summary.counts.attention).toBe(rows);
  });
});

describe('mistakes in files of the sandbox', () => {
  it.each([
    [
      ['--account', 'my.json'],
      '{"listings": [], "strategies": [], "channels": [{"id": 1}]}',
      /^Cannot use the catalogue: channels\[0\]\.id: Invalid input[^;]+; channels\[0\]\./,
    ],
    [
      ['--faults', 'my.json'],
      '{"late": 1}',
      /^Cannot use the faults: Unrecognized key: "late"\. A file of faults may have latencyMs, [^\n]*docs\/sandbox\.md describes them$/,
    ],
  ])('are listed one by one: %j', async (argv, text, said) => {
    const { code, stderr } = await runWith({ 'my.json': text }, ['sandbox', ...argv]);
    expect([code, reasonIn(stderr)]).toEqual([2, expect.stringMatching(said)]);
    expect(stderr).not.toContain('\\u{a}');
  });
});
