import { once } from 'node:events';
import * as disk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { formatCents, toCents } from '../../domain/cents.ts';
import { hasHundredths } from '../../domain/currency.ts';
import { describeSystemError, systemCode, UsageError } from '../../domain/errors.ts';
import { whyNoJson } from '../../domain/json-text.ts';
import { countIn } from '../../domain/lists.ts';
import { csvBlocks } from '../../report/files/csv-file.ts';
import { type Catalogue, type Listing, parseCatalogue } from '../../sandbox/catalogue.ts';
import { SandboxError } from '../../sandbox/errors.ts';
import { parseFaults } from '../../sandbox/faults.ts';
import { generateCatalogue } from '../../sandbox/generate-catalogue.ts';
import {
  type RequestEntry,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../sandbox/start-sandbox.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { writeWhole } from '../disk/write-whole.ts';

interface SandboxRequest {
  readonly cwd: string;
  /**
   * `account`: a JSON file of an account, which is served if it is there instead of one made up of `listings`, and saved at the end. `faults`: a JSON
   * file of faults. `sheet`: where to write a sheet with changes for the account.
   */
  readonly files: Readonly<Record<'account' | 'faults' | 'sheet', string | undefined>>;
  readonly listings: number;
  readonly service: Required<Pick<SandboxOptions, 'apiKey' | 'port'>>;
}

interface Listener {
  readonly onReady: (sandbox: Sandbox) => void;
  readonly onRequest?: ((entry: RequestEntry) => void) | undefined;
}

/**
 * Runs a local service until the signal is aborted, then saves its account if requested.
 *
 * Errors: `UsageError` for a file or a port that can't be used, before anything is served; `DiskError` if the account
 * can't be saved in the end.
 */
export async function serveSandbox(
  request: SandboxRequest,
  signal: AbortSignal,
  { onReady, onRequest = () => {} }: Listener,
): Promise<void> {
  const { cwd, files } = request;
  const path = files.account === undefined ? undefined : resolve(cwd, files.account);
  const saving = `save the account to "${path}"`;
  if (path !== undefined) orRefuse(saving, () => tryToSave(path));
  const sandbox = await start(request, onRequest);
  try {
    writeSheet(request, sandbox.snapshot());
    onReady(sandbox);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await sandbox.close();
  }
  if (path === undefined) return;
  const text = `${JSON.stringify(sandbox.snapshot(), null, 2)}\n`;
  withDiskErrors(saving, () => writeWhole(path, [text], disk), SAVE_HINT);
}

const SAVE_HINT = 'What was changed in the account is lost; name another file with --account';

async function start(
  { cwd, files, listings, service }: SandboxRequest,
  onRequest: (entry: RequestEntry) => void,
): Promise<Sandbox> {
  try {
    const { account } = files;
    const faults = files.faults === undefined ? {} : parseFaults(readJson(files.faults, cwd));
    return await startSandbox({
      ...faults,
      ...service,
      catalogue:
        account === undefined || !disk.existsSync(resolve(cwd, account))
          ? generateCatalogue({ listings, seed: faults.seed ?? 1 })
          : parseCatalogue(readJson(account, cwd)),
      faults,
      keepsRequests: false,
      onRequest,
    });
  } catch (error) {
    throw error instanceof SandboxError ? toUsageError(error) : error;
  }
}

function toUsageError(error: SandboxError): UsageError {
  const [first = '', ...more] = error.message.split('\n');
  const hint = HINTS[error.code];
  const options = { cause: error, ...(hint !== undefined && { hint }) };
  if (more.length === 0) return new UsageError([first], options);
  const [, title = '', mistake = ''] = /^(.*?): (.*)$/.exec(first) ?? [];
  return new UsageError([mistake, ...more], { ...options, title });
}

const HINTS: Readonly<Partial<Record<SandboxError['code'], string>>> = {
  invalid_faults:
    'A file of faults may have latencyMs, rateLimit, errors, resets, errorBody, rules, nulls, speed and seed; docs/sandbox.md describes them',
  port_in_use:
    'Stop what uses it, which may be a sandbox that was started before; or pass --port 0 for any free port',
};

function readJson(file: string, cwd: string): unknown {
  let text = '';
  try {
    text = disk.readFileSync(resolve(cwd, file), 'utf8');
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof SyntaxError ? `it ${whyNoJson(text)}` : describeSystemError(error);
    throw new UsageError([`Cannot use "${file}": ${why}`], { cause: error });
  }
}

/** A user's sheet is worth more than a sample. */
function writeSheet({ files: { sheet }, cwd }: SandboxRequest, { listings }: Catalogue): void {
  if (sheet === undefined) return;
  const text = [...csvBlocks(sampleSheet(listings))].join('');
  orRefuse(`write the sheet "${sheet}"`, () => disk.writeFileSync(resolve(cwd, sheet), text, { flag: 'wx' }));
}

/** Checks at the start what would otherwise fail at the end, when there is an account to lose. */
function tryToSave(path: string): void {
  if (disk.statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw Object.assign(new Error('It is a folder'), { code: 'EISDIR' });
  disk.accessSync(dirname(path), disk.constants.W_OK);
}

function orRefuse<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError([`Cannot ${what}: ${whyNot(error)}`], { cause: error });
  }
}

/** A file to write needs an existing folder. */
function whyNot(error: unknown): string {
  return systemCode(error) === 'ENOENT' ? 'there is no such folder' : describeSystemError(error);
}

const MAX_ROWS = 20;

/** How cost, minimum and maximum change, in percent, row after row: most stay as they are, and no change violates a guard rule. */
const MOVES = [
  [103, 100, 100],
  [100, 100, 100],
  [100, 102, 102],
  [100, 100, 100],
  [100, 100, 97],
];

/**
 * Makes a price sheet for some of an account's listings, as records with a header: mostly unchanged values with a few
 * small changes, so that a dry run has something to show.
 *
 * Errors: `UsageError` if the account has no listing that fits.
 */
function sampleSheet(listings: readonly Listing[]): readonly (readonly string[])[] {
  const times = new Map<string, number>();
  for (const { sku } of listings) countIn(times, sku);
  const usable = listings.filter((listing) => times.get(listing.sku) === 1 && isUsable(listing));
  const chosen = usable.filter(({ currency }) => currency === usable[0]?.currency).slice(0, MAX_ROWS);
  if (chosen.length === 0)
    throw new UsageError(['The account has no listing that a sample sheet could be made of']);
  return [['sku', 'cost', 'min', 'max'], ...chosen.map(toRecord)];
}

/** A plain-text SKU, and amounts that go together. */
function isUsable(listing: Listing): boolean {
  return (
    /^[A-Za-z0-9][\w-]*$/.test(listing.sku) &&
    listing.status === 'active' &&
    listing.manual_price === null &&
    hasHundredths(listing.currency) &&
    goTogether(amountsOf(listing))
  );
}

/** Shape: cost, minimum and maximum; 0 where the listing has none. */
function amountsOf({ cost, minimum_price, maximum_price }: Listing): readonly number[] {
  return [cost ?? 0, minimum_price ?? 0, maximum_price ?? 0];
}

function goTogether([cost = 0, minimum = 0, maximum = 0]: readonly number[]): boolean {
  return cost > 0 && cost <= minimum && minimum <= maximum;
}

function toRecord(listing: Listing, index: number): readonly string[] {
  const current = amountsOf(listing);
  const percents = MOVES[index % MOVES.length] ?? [];
  const moved = current.map((amount, column) => Math.round((amount * (percents[column] ?? 100)) / 100));
  const amounts = goTogether(moved) ? moved : current;
  return [listing.sku, ...amounts.map((amount) => formatCents(toCents(amount)))];
}
