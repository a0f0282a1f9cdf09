import { count, formatNumber } from '../../domain/count.ts';
import type { Clock, Progress, Requests, Traffic } from '../../domain/ports.ts';
import { cutText } from '../../report/text/render-table.ts';

const LABELS = {
  read: 'Reading the sheet',
  scan: 'Paging the account',
  lookup: 'Looking up SKUs',
  plan: 'Planning',
  update: 'Sending updates',
  follow: 'Checking manual prices',
  account: 'Writing the files',
} as const;

/** Phases that ask the service for nothing. */
const LOCAL: ReadonlySet<Progress['phase']> = new Set(['read', 'plan', 'account']);

const REDRAW_EVERY_MS = 100;
/** The time goes on even while nothing gets done. */
const TICK_MS = 1000;
/** The first answer takes a round trip, which says nothing of how long the rest takes. */
const SETTLING_MS = 3000;

interface ProgressOptions {
  /** A terminal. */
  readonly stream: NodeJS.WritableStream & { readonly columns?: number };
  readonly clock: Clock;
  /** Where the run's files are, for people, unless that is known; asked for once sending begins. */
  readonly folder: () => string | undefined;
}

/** Shows how far a run has come, in a line that is drawn again and leaves nothing behind. */
export function createProgress({ stream, clock, folder }: ProgressOptions) {
  let requests: Requests | undefined;
  let last: Progress | undefined;
  let began = { at: 0, done: 0, retries: 0 };
  let lastCame = 0;
  let lastShown = 0;
  const stopTicks = clock.every(TICK_MS, () => {
    const now = clock.monotonic();
    if (!last || LOCAL.has(last.phase) || last.done === last.total || now - lastShown < TICK_MS) return;
    const waitMs = last.waitMs && Math.max(0, last.waitMs - (now - lastCame));
    show({ ...last, waitMs }, now);
  });

  function show(progress: Progress, now: number): void {
    const isOver = progress.done === progress.total;
    const parts = describe(progress, {
      lastedMs: now - began.at,
      perSecond:
        progress.phase === 'follow' || now === began.at
          ? 0
          : ((progress.done - began.done) * 1000) / (now - began.at),
      traffic: isOver || LOCAL.has(progress.phase) ? undefined : requests?.traffic(),
      retries: (requests?.counts.retries ?? 0) - began.retries,
    });
    stream.write(`\r${fitLine(progress, parts, stream.columns)}\u001b[K`);
    lastShown = now;
  }

  function begin({ phase, done }: Progress, now: number): void {
    clear();
    began = { at: now, done, retries: requests?.counts.retries ?? 0 };
    lastShown = now;
    // A user who loses patience should know by then where to continue from.
    const path = phase === 'update' ? folder() : undefined;
    if (path !== undefined) stream.write(`Run folder: ${path}\n`);
  }

  function clear(): void {
    if (last) stream.write('\r\u001b[K');
    last = undefined;
  }

  return {
    onProgress: (progress: Progress): void => {
      if (progress.total === 0) return;
      const now = clock.monotonic();
      if (progress.phase !== last?.phase) begin(progress, now);
      [last, lastCame] = [progress, now];
      const isOver = progress.done === progress.total && !LOCAL.has(progress.phase);
      if (isOver || progress.waitMs !== undefined || now - lastShown >= REDRAW_EVERY_MS) show(progress, now);
    },
    /** Takes the requests of the run, live: a phase shows its retries, and what holds it up. */
    onRequests: (given: Requests): void => {
      requests = given;
    },
    /** Leaves the screen to somebody else, until there is progress again. */
    pause: clear,
    /** Nothing is shown any more. */
    stop: (): void => {
      clear();
      stopTicks();
    },
  };
}

interface Situation {
  /** How long the phase has lasted. */
  readonly lastedMs: number;
  /** How many of them get done in a second. */
  readonly perSecond: number;
  readonly traffic: Traffic | undefined;
  readonly retries: number;
}

/** What there is to say, the most important first: `Looking up SKUs: 120 of 1,000`, `1:28 left`, `waiting for the service, 20 s`. */
function describe(
  { phase, done, total, isEstimate = false, failed = 0, waitMs }: Progress,
  { lastedMs, perSecond, traffic, retries }: Situation,
): readonly string[] {
  const of = total === undefined ? '' : ` of ${isEstimate ? 'about ' : ''}${formatNumber(total)}`;
  const left =
    lastedMs >= SETTLING_MS && perSecond > 0 && total !== undefined && done < total
      ? [`${formatDuration(secondsLeft(total - done, perSecond, traffic))} left`]
      : [];
  return [
    `${LABELS[phase]}: ${formatNumber(done)}${of}`,
    ...(waitMs === undefined ? [] : [`next in ${Math.ceil(waitMs / 1000)} s`]),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...left,
    ...(traffic ? describeTraffic(traffic) : []),
    ...(retries > 0 ? [count(retries, 'retry', 'retries')] : []),
    ...(perSecond > 0 ? [`${formatSpeed(perSecond)}/s`] : []),
  ];
}

/** No sooner than the pace allows, if it is lower by now. */
function secondsLeft(left: number, perSecond: number, traffic: Traffic | undefined): number {
  if (!traffic) return left / perSecond;
  return left / Math.min(perSecond, traffic.perSecond) + traffic.pauseMs / 1000;
}

/** Shorter pauses are part of the pace. */
const WORTH_A_WORD_MS = 1500;

function describeTraffic({ perSecond, isHeld, pauseMs }: Traffic): readonly string[] {
  if (pauseMs >= WORTH_A_WORD_MS) return [`waiting for the service, ${Math.ceil(pauseMs / 1000)} s`];
  return isHeld ? [`held to ${formatSpeed(perSecond)}/s by the service`] : [];
}

function formatSpeed(perSecond: number): string {
  return perSecond < 9.95 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond));
}

const USUAL_COLUMNS = 80;
const BAR = 24;

/** A line that ends before the last column, since one that is wrapped is never overwritten: the bar gives way first, then what comes last. */
function fitLine(progress: Progress, parts: readonly string[], columns: number | undefined): string {
  const room = (columns || USUAL_COLUMNS) - 1;
  const text = parts.join(', ');
  const bar = renderBar(progress);
  if (bar.length + text.length <= room) return bar + text;
  if (text.length <= room || parts.length === 1) return cutText(text, room, '...');
  return fitLine(progress, parts.slice(0, -1), columns);
}

/** Empty if the total is unknown. */
function renderBar({ done, total }: Progress): string {
  if (!total) return '';
  const filled = Math.floor((done / total) * BAR);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] `;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const clock = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}
