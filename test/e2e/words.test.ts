import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

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
});

describe('JSON that people write', () => {
  const BROKEN = '{\n  "webhook": "https://hooks.example/T0P5ECRET",\n}\n';
  const CUT = 'is not JSON: line 1, column 8 is the end of the file';
  it.each([
    ['check costs.csv', '"pricesheet.json" is not JSON: line 3, column 1 has "}" where a name in quotes is'],
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

  it.each(['apply nope', 'undo nope', 'explain nope MUG'])('is said to be none: %s', async (line) => {
    const { code, stderr } = await runWith(FILES, line.split(' '), SERVICE);
    const [three, two, one] = RUNS.slice(1).map((run) => `"${run}"`);
    expect([code, reasonIn(stderr)]).toEqual([
      2,
      `Cannot ${line.split(' ')[0]} "nope": there is no such folder. Name a run folder that a sync, a diff, an apply or an undo left behind; the newest in runs are ${one}, ${two}, ${three}`,
    ]);
  });

  it.each(['apply', 'undo'])('is said to be the folder of all runs if it is: %s', async (command) => {
    const { code, stderr } = await runWith(FILES, [command, 'runs'], SERVICE);
    expect(code).toBe(2);
    expect(reasonIn(stderr)).toContain(
      `Cannot ${command} "runs": it is the folder of all runs, not of one. `,
    );
    expect(stderr).toContain(`the newest in runs are "${RUNS.at(-1)}"`);
  });
});

describe('a command line that is not right', () => {
  const OF_EVERY_RUN = 'it is a setting of every run';
  const BLANKS = 'a name with blanks is put in quotes, as in pricesheet diff "my new costs.csv"';

  it.each([
    ['diff smaple.csv', 'there is no such file in "/FOLDER"; did you mean "sample.csv"?'],
    ['check in/cost.csv', 'there is no such file in "/FOLDER/in"; did you mean "in/costs.csv"?'],
    ['check prices.csv', '"prices.csv": there is no such file in "/FOLDER"'],
    ['sample.csv', 'Unknown command "sample.csv"; did you mean "pricesheet diff sample.csv"?'],
    ['diff my new costs.csv --out run', BLANKS],
    ['my new costs.csv', 'Unknown command "my"; did you mean "pricesheet diff "my new costs.csv""?'],
    ['run', 'Unknown command "run"; did you mean "pricesheet apply run"?'],
    ['in', 'Unknown command "in". Run it with --help'],
    ['sync sample.csv --max-failures 5', `"--max-failures"; ${OF_EVERY_RUN}: "max-failures" in pricesheet.`],
    ['export --clear-token=x', `"--clear-token"; ${OF_EVERY_RUN}: "clear-token" in pricesheet.json, or P`],
    ['sync', 'Missing required argument "SHEET", as in "pricesheet sync costs.csv"'],
    ['apply', `Missing required argument "RUN", as in "pricesheet apply runs/`],
    ['undo', 'undo: which run? Name a run folder, latest, or all runs since a time: '],
    ['sync sample.csv --rate', 'Option "--rate <N|auto>" needs a value'],
    ['sync sample.csv --rate 5 --rate 6', 'Option "--rate" contradicts an earlier one: give it once'],
    ['sync sample.csv --follow-up --no-follow-up', 'Option "--no-follow-up" contradicts an earlier one'],
    ['sync sample.csv --yes=no', 'Option "--yes" takes no value'],
    ['undo run --match all', 'Unknown option "--match"'],
    ['--rate 5 sync sample.csv', 'Unknown option "--rate"; flags go after the command'],
    ['list', 'Missing required argument "strategies|channels", as in "pricesheet list'],
    ['list chanels', 'it is neither strategies nor channels; did you mean "channels"?'],
    ['explain run', `Missing required argument "SKU", as in "pricesheet explain`],
    ['diff sample.csv --max-updats 3', 'Unknown option "--max-updats"; did you mean "--max-updates"?'],
    ['diff sample.csv --resolve scam', '"scam" is not one of auto, sku, scan; did you mean "scan"?'],
    ['diff sample.csv --status activ', 'is not one of active, inactive; did you mean "active"?'],
    ['diff sample.csv --allow max-chnage', '; did you mean "max_change"?'],
    ['diff sample.csv --map cots=cost', '; did you mean "cost"?'],
    ['diff sample.csv --map cost=Csot', 'only "sku", "cost"; did you mean "cost"?'],
  ])('is answered by what may be meant: %s', async (line, said) => {
    const sheets = { 'sample.csv': SHEET, 'in/costs.csv': SHEET, 'my new costs.csv': SHEET };
    const files = { ...sheets, 'run/plan.ndjson': '' };
    const { code, stdout, stderr } = await runWith(files, line.split(' '), SERVICE);
    expect([code, stdout]).toEqual([2, '']);
    expect(reasonIn(stderr).replaceAll(/"\/[^"]*pricesheet-\w+/g, '"/FOLDER')).toContain(said);
  });
});

describe('a service that is down', () => {
  it('is waited for where it has answered before, and its address is doubted first where it has not', async () => {
    const skus = Array.from({ length: 60 }, (_, n) => `A-${n}`);
    const sheet = `sku,cost\n${skus.map((sku) => `${sku},6.10\n`).join('')}`;
    const env = { PRICESHEET_RETRIES: '1', XDG_STATE_HOME: tempFolder() };
    const listings = skus.map((sku) => ({ sku }));
    const { sandbox, run } = await openStage(listings, sheet, { env });
    const sync = async (...more: readonly string[]) => (await run('sync', 'costs.csv', ...more)).stdout;
    expect(await sync()).toContain('60 listings updated');
    await sandbox.close();
    expect(await sync()).toMatch(/ECONNREFUSED.*Run it again later.*Check the base URL/s);
    const first = await sync('PRICESHEET_API_KEY=sk_test_first');
    expect(first).toMatch(/ECONNREFUSED.*Check the base URL.*Run it again later/s);
  });
});
