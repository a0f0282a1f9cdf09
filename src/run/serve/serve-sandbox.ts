import { once } from 'node:events';
import * as disk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { UsageError } from '../../domain/errors.ts';
import { whyNoJson } from '../../domain/why-no-json.ts';
import { csvBlocks } from '../../report/files/csv-file.ts';
import { type Catalogue, parseCatalogue } from '../../sandbox/catalogue.ts';
import { parseFaults } from '../../sandbox/faults.ts';
import { generateCatalogue } from '../../sandbox/generate-catalogue.ts';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import type { RequestEntry } from '../../sandbox/serve-requests.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start-sandbox.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { sampleSheet } from './sample-sheet.ts';

export interface SandboxRequest {
  readonly cwd: string;
  /**
   * `catalogue`: a JSON file of an account, instead of one made up of `listings`. `faults`: a JSON file of faults, instead of those of `service`.
   * `save`: where to write the account at the end. `log`: where to append every request. `sheet`: where to write a sheet with changes for
   * the account.
   */
  readonly files: Readonly<Record<'catalogue' | 'faults' | 'save' | 'log' | 'sheet', string | undefined>>;
  readonly listings: number;
  readonly service: Required<Pick<SandboxOptions, 'apiKey' | 'port' | 'speed' | 'nulls' | 'seed' | 'faults'>>;
  /** If the port is in use, any other will do. */
  readonly anyPort: boolean;
}

/** The messages of a local service. */
interface Listener {
  readonly onReady: (sandbox: Sandbox) => void;
  /** A failure that does not end the service. */
  readonly onTrouble: (message: string) => void;
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
  { onReady, onTrouble }: Listener,
): Promise<void> {
  const { cwd, files } = request;
  const savePath = files.save === undefined ? undefined : resolve(cwd, files.save);
  const saving = `save the account to "${savePath}"`;
  if (savePath !== undefined) orRefuse(saving, () => tryToSave(savePath));
  const log = openRequestLog(request, onTrouble);
  try {
    const sandbox = await start(request, (entry) => log?.write(`${JSON.stringify(entry)}\n`));
    try {
      writeSheet(request, sandbox.snapshot());
      onReady(sandbox);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await sandbox.close();
    }
    if (savePath !== undefined) {
      const text = `${JSON.stringify(sandbox.snapshot(), null, 2)}\n`;
      withDiskErrors(saving, () => writeWhole(savePath, [text], disk), SAVE_HINT);
    }
  } finally {
    log?.end();
  }
}

const SAVE_HINT = 'What was changed in the account is lost; name another file with --save';

async function start(
  { cwd, files, listings, service, anyPort }: SandboxRequest,
  onRequest: (entry: RequestEntry) => void,
): Promise<Sandbox> {
  try {
    const { catalogue, faults } = files;
    const options = {
      ...service,
      catalogue:
        catalogue === undefined
          ? generateCatalogue({ listings, seed: service.seed })
          : parseCatalogue(readJson(catalogue, cwd)),
      faults: faults === undefined ? service.faults : parseFaults(readJson(faults, cwd)),
      keepsRequests: false,
      onRequest,
    };
    return await startSandbox(options).catch((error: unknown) => {
      if (anyPort && error instanceof SandboxError && error.code === 'port_in_use')
        return startSandbox({ ...options, port: 0 });
      throw error;
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
    'A file of faults may have latencyMs, rateLimit, errors, resets, errorBody and rules; docs/sandbox.md describes them',
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

/** A log that can't be written any more is reported once: the service matters more. */
function openRequestLog({ files: { log }, cwd }: SandboxRequest, onTrouble: Listener['onTrouble']) {
  if (log === undefined) return undefined;
  const fd = orRefuse(`write the log to "${log}"`, () => openToAppend(resolve(cwd, log)));
  return disk.createWriteStream('', { fd }).on('error', (error) => {
    onTrouble(`Cannot write the log to "${log}" any more: ${describeSystemError(error)}`);
  });
}

/**
 * A log is appended to. Links are refused, since they could lead into any file; the system's own, such as /dev/stderr,
 * lead to what this process was given.
 */
function openToAppend(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = disk.constants;
  const mayFollow = path.startsWith('/dev/') || path.startsWith('/proc/self/');
  return disk.openSync(path, O_APPEND | O_CREAT | O_WRONLY | (mayFollow ? 0 : O_NOFOLLOW));
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

/** A file to write needs an existing folder, and follows no link. */
function whyNot(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ENOENT') return 'there is no such folder';
  return code === 'ELOOP' ? 'it is a link' : describeSystemError(error);
}
