import { relative } from 'node:path';
import type { Secret } from '../../domain/secret.ts';
import { renderPreview, renderQuestion, renderRunScreen } from '../../report/render-run-screen.ts';
import type { RunReport } from '../../report/run-report.ts';
import type { Surroundings } from '../../run/job.ts';
import { renderSummary } from '../../run/write-run-files.ts';
import { ask } from '../ask.ts';
import type { Context } from '../context.ts';
import { createProgress } from '../create-progress.ts';
import { givenFlags } from '../given-flags.ts';
import { systemClock } from '../system-clock.ts';
import { UNDO_SETTINGS } from '../undo-settings.ts';
import { watchSignals } from '../watch-signals.ts';

/** Runs a story with everything that surrounds it at a command line, shows what came of it, and gives its exit code. */
export async function runToEnd(
  context: Context,
  apiKey: Secret,
  story: (surroundings: Surroundings) => Promise<RunReport>,
): Promise<number> {
  const { stdio, quiet, json, tell } = context;
  const watch = watchSignals((name) =>
    tell(`\n${name}: no new request is sent; waiting for those on their way\n`),
  );
  try {
    const report = await story({
      clock: systemClock,
      random: Math.random,
      cwd: stdio.cwd,
      signal: watch.signal,
      onProgress: quiet ? () => {} : createProgress({ stream: stdio.stderr, clock: systemClock }),
      confirm: confirmer(context, watch.signal),
    });
    if (json) context.print(renderSummary(report));
    else if (!quiet || report.exitCode !== 0)
      context.print(apiKey.redact(renderRunScreen(report, screenOptions(report, context))));
    return report.exitCode;
  } finally {
    watch.stop();
  }
}

function screenOptions({ folder }: RunReport, { paint, stdio, options }: Context) {
  const near = relative(stdio.cwd, folder);
  const undoFlags = givenFlags(UNDO_SETTINGS, options);
  return { paint, folder: near.startsWith('..') ? folder : near, undoFlags };
}

/** A job without a terminal states its wish by being started; at a terminal a person is asked. */
function confirmer(context: Context, signal: AbortSignal): Surroundings['confirm'] {
  const { stdio, options, paint, tell } = context;
  if (options['yes'] === true || !stdio.stdin.isTTY || !stdio.stderr.isTTY) return undefined;
  return async (preview) => {
    tell(`${renderPreview(preview, paint)}\n`);
    return ask(renderQuestion(preview), stdio, signal);
  };
}
