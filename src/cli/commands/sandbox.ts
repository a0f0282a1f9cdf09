import { printable } from '../../report/text/printable.ts';
import { serveSandbox } from '../../run/serve/serve-sandbox.ts';
import { SANDBOX_SETTINGS } from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { readSandboxDotenv, refuseToReplace, writeSandboxDotenv } from '../../settings/write-dotenv.ts';
import type { Context } from '../context/context.ts';
import { withSignals } from '../terminal/watch-signals.ts';

const SERVING = 'Serving. Stop it with Ctrl-C';

/** Its key is no secret. */
const SANDBOX_KEY = 'sandbox-key';

/** Serves until a signal stops it, which is its proper end. */
export async function runSandbox({
  sources,
  options,
  stdio,
  json,
  quiet,
  verbose,
  print,
  printStderr,
}: Context): Promise<number> {
  const { values } = readSettings(SANDBOX_SETTINGS, sources);
  const { faults = {} } = values;
  const { latency, 'rate-limit': rateLimit, 'error-rate': errorRate, 'reset-after': resetAfter } = faults;
  const { dotenvPath } = sources;
  const writesEnv = options['writeEnv'] === true;
  const found = readSandboxDotenv(dotenvPath);
  if (writesEnv && found.kind === 'other') throw refuseToReplace(dotenvPath, found.why);
  const keptPort = values.port === undefined && found.kind === 'own' ? found.port : undefined;
  await withSignals((signal) =>
    serveSandbox(
      {
        cwd: stdio.cwd,
        files: { account: values.account, sheet: values.sheet, faults: faults.file },
        listings: values.listings,
        service: {
          apiKey: SANDBOX_KEY,
          port: values.port ?? keptPort ?? 0,
          speed: faults.speed ?? 1,
          nulls: faults.nulls ?? 'empty',
          seed: faults.seed ?? 1,
          faults: {
            ...(latency !== undefined && { latencyMs: latency }),
            ...(rateLimit !== undefined && { rateLimit: { perSecond: rateLimit } }),
            ...(errorRate !== undefined && { errors: { before: errorRate } }),
            ...(resetAfter !== undefined && { resets: { after: resetAfter } }),
          },
        },
        // The sandbox that the file names may be running, and this is a second one.
        anyPort: keptPort !== undefined && !writesEnv,
      },
      signal,
      {
        onReady: ({ url, apiKey }) => {
          if (writesEnv) writeSandboxDotenv(dotenvPath, { url, apiKey });
          const file = writesEnv ? dotenvPath : null;
          if (json)
            print(`${JSON.stringify({ version: 1, base_url: url, api_key: apiKey, env_file: file })}\n`);
          else print(`PRICESHEET_BASE_URL=${url}\nPRICESHEET_API_KEY=${apiKey}\n`);
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
