import { lstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseEnv } from 'node:util';
import { UsageError } from '../../domain/errors.ts';
import { printable } from '../../report/text/printable.ts';
import { serveSandbox } from '../../run/serve/serve-sandbox.ts';
import { SANDBOX_SETTINGS } from '../../settings/command-settings.ts';
import { isFile } from '../../settings/read-own-file.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { KEY } from '../../settings/setting.ts';
import { ADDRESS, renderDotenv, writeNewDotenv } from '../../settings/write-dotenv.ts';
import type { Context } from '../context/context.ts';
import { withSignals } from '../terminal/watch-signals.ts';

const SERVING = 'Serving. Stop it with Ctrl-C';

/** Its key is no secret. */
const SANDBOX_KEY = 'sandbox-key';
/** Of a service that `.env` names: it is the same from start to start. */
const PORT = 4010;

/** Serves until a signal stops it, which is its proper end. */
export async function runSandbox(context: Context): Promise<number> {
  const { sources, options, stdio, json, quiet, verbose, print, printStderr } = context;
  const { values } = readSettings(SANDBOX_SETTINGS, sources);
  const { dotenvPath } = sources;
  const writesEnv = options['writeEnv'] === true;
  const port = values.port ?? (writesEnv ? PORT : 0);
  if (writesEnv) isWritten(dotenvPath, `http://127.0.0.1:${port}`);
  await withSignals((signal) =>
    serveSandbox(
      {
        cwd: stdio.cwd,
        files: { account: values.account, sheet: values.sheet, faults: values.faults },
        listings: values.listings,
        service: { apiKey: SANDBOX_KEY, port },
      },
      signal,
      {
        onReady: ({ url, apiKey }) => {
          const text = variablesOf(url);
          if (writesEnv && !isWritten(dotenvPath, url)) writeNewDotenv(dotenvPath, text);
          const file = writesEnv ? dotenvPath : null;
          if (json)
            print(`${JSON.stringify({ version: 1, base_url: url, api_key: apiKey, env_file: file })}\n`);
          else print(text);
          if (quiet) return;
          if (values.sheet !== undefined)
            printStderr(`A sheet to try out is in ${printable(`"${values.sheet}"`)}\n`);
          if (writesEnv) printStderr(`Address and key are in ${printable(`"${dotenvPath}"`)}\n`);
          const isToDo = !json && !writesEnv;
          printStderr(`${SERVING}${isToDo ? '; put the two lines above into .env to use it' : ''}\n`);
        },
        onRequest: verbose ? (entry) => printStderr(`${JSON.stringify(entry)}\n`) : undefined,
      },
    ),
  );
  return 0;
}

/** The lines of a `.env` for the service. */
function variablesOf(url: string): string {
  return renderDotenv({ [ADDRESS]: url, [KEY]: SANDBOX_KEY });
}

/** Whether the file names the service already, beside other settings too. Errors: `UsageError` if there is one that names another. */
function isWritten(path: string, url: string): boolean {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const found = isFile(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  if (!isThere || (found[ADDRESS] === url && found[KEY] === SANDBOX_KEY)) return isThere;
  throw new UsageError(
    [`Cannot write "${basename(path)}" for the sandbox: there is one that says something else`],
    { hint: 'It stays as it is. Start the sandbox in another folder, or name another file with --dotenv' },
  );
}
