import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DiskError, UsageError } from '../domain/errors.ts';
import { type Catalogue, parseCatalogue } from '../sandbox/catalogue.ts';
import { type Faults, parseFaults } from '../sandbox/faults.ts';
import { generateCatalogue } from '../sandbox/generate-catalogue.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/start-sandbox.ts';

export interface SandboxRequest {
  readonly cwd: string;
  /** A JSON file of an account; one is made up where none is named. */
  readonly catalogueFile?: string | undefined;
  readonly listings: number;
  readonly seed: number;
  /** Where to write the account at the end. */
  readonly saveFile?: string | undefined;
  /** Where to append every request. */
  readonly logFile?: string | undefined;
  /** A JSON file of faults, instead of `faults`. */
  readonly faultsFile?: string | undefined;
  readonly faults: Faults;
  readonly service: Pick<Required<SandboxOptions>, 'apiKey' | 'port' | 'speed' | 'nulls'>;
}

/**
 * Runs a local service until the signal is aborted, then saves its account where that was asked for.
 *
 * Errors: `UsageError` for a file that can't be used or a port that can't be had; `DiskError` where the account can't be
 * saved.
 */
export async function serveSandbox(
  request: SandboxRequest,
  signal: AbortSignal,
  onReady: (sandbox: Sandbox) => void,
): Promise<void> {
  const sandbox = await start(request);
  onReady(sandbox);
  if (!signal.aborted)
    await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  await sandbox.close();
  if (request.saveFile !== undefined) save(resolve(request.cwd, request.saveFile), sandbox.snapshot());
}

async function start(request: SandboxRequest): Promise<Sandbox> {
  const { cwd, seed, service, logFile } = request;
  try {
    return await startSandbox({
      ...service,
      seed,
      catalogue: readCatalogue(request),
      faults:
        request.faultsFile === undefined ? request.faults : parseFaults(readJson(request.faultsFile, cwd)),
      keepRequests: 0,
      onRequest: (entry) => {
        if (logFile !== undefined) appendFileSync(resolve(cwd, logFile), `${JSON.stringify(entry)}\n`);
      },
    });
  } catch (error) {
    if (error instanceof SandboxError) throw new UsageError([error.message], { cause: error });
    throw error;
  }
}

function readCatalogue({ catalogueFile, cwd, listings, seed }: SandboxRequest): Catalogue {
  return catalogueFile === undefined
    ? generateCatalogue({ listings, seed })
    : parseCatalogue(readJson(catalogueFile, cwd));
}

function readJson(file: string, cwd: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw new UsageError([`Cannot use "${file}": ${(error as Error).message}`], { cause: error });
  }
}

function save(path: string, catalogue: Catalogue): void {
  try {
    writeFileSync(`${path}.unfinished`, `${JSON.stringify(catalogue, null, 2)}\n`);
    renameSync(`${path}.unfinished`, path);
  } catch (error) {
    throw new DiskError(`Cannot save the account to "${path}": ${(error as Error).message}`, {
      cause: error,
    });
  }
}
