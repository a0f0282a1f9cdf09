import { printable } from '../../report/text/printable.ts';
import { serveSandbox } from '../../run/serve/serve-sandbox.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { ACCOUNT_SETTINGS, BEHAVIOUR_SETTINGS, FAULT_SETTINGS } from '../../settings/sandbox-settings.ts';
import type { Context } from '../context/context.ts';
import { watchSignals } from '../terminal/watch-signals.ts';

const SERVING = 'Serving. Stop it with Ctrl-C; put the two lines above into .env to use it\n';

/** Serves until a signal stops it, which is its proper end. */
export async function runSandbox({
  sources,
  stdio,
  json,
  quiet,
  print,
  printStderr,
}: Context): Promise<number> {
  const { values } = readSettings({ ...ACCOUNT_SETTINGS, ...BEHAVIOUR_SETTINGS, ...FAULT_SETTINGS }, sources);
  const { latency, rateLimit, retryAfter, errorRate, resetBefore, resetAfter, errorBody } = values;
  const watch = watchSignals();
  try {
    await serveSandbox(
      {
        cwd: stdio.cwd,
        catalogueFile: values.catalogue,
        listings: values.listings,
        seed: values.seed,
        saveFile: values.save,
        logFile: values.log,
        sheetFile: values.sheet,
        faultsFile: values.faults,
        faults: {
          ...(latency !== undefined && { latencyMs: latency }),
          ...(rateLimit !== undefined && {
            rateLimit: {
              perSecond: rateLimit,
              kind: values.limitKind,
              retryAfter: retryAfter === 'yes',
              headers: values.limitHeaders,
              ...(values.limitBurst !== undefined && { burst: values.limitBurst }),
              ...(values.limitWindow !== undefined && { windowSeconds: values.limitWindow }),
            },
          }),
          errors: { before: errorRate },
          resets: { before: resetBefore, after: resetAfter },
          errorBody,
        },
        service: { apiKey: values.key, port: values.port, speed: values.speed, nulls: values.nulls },
      },
      watch.signal,
      {
        onReady: ({ url, apiKey }) => {
          if (json) print(`${JSON.stringify({ version: 1, base_url: url, api_key: apiKey })}\n`);
          else print(`PRICESHEET_BASE_URL=${url}\nPRICESHEET_API_KEY=${apiKey}\n`);
          if (!quiet && values.sheet !== undefined)
            printStderr(`A sheet to try out is in ${printable(`"${values.sheet}"`)}\n`);
          if (!quiet) printStderr(json ? 'Serving. Stop it with Ctrl-C\n' : SERVING);
        },
        onTrouble: (message) => printStderr(`${printable(message)}\n`),
      },
    );
    return 0;
  } finally {
    watch.stop();
  }
}
