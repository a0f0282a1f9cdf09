import { count, formatNumber } from '../../domain/count.ts';
import type { Clock, OnProgress, Progress, Requests, Traffic } from '../../domain/ports.ts';
import { cutText } from '../../report/text/text-width.ts';

const LABELS = {
  read: 'Reading the sheet',
  scan: 'Paging the account',
  lookup: 'Looking up SKUs',
  plan: 'Planning',
  update: 'Sending updates',
  follow: 'Checking manual prices',
  account: 'Writing the files',
} as const;

/** Phases that ask the service for nothing: they are shown only if they take long. */
const LOCAL: ReadonlySet<Progress['phase']> = new Set(['read', 'plan', 'account']);

const REDRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
/** The time goes on even while nothing gets done. */
const TICK_MS = 1000;
/** The first answer takes a round trip, which says nothing of how long the rest takes. */
const SETTLING_MS = 3000;

interface ProgressOptions {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly clock: Clock;
  /** Where the run's files are, for people, unless that is known; asked for once sending begins. */
  readonly folder: () => string | undefined;
}

interface ProgressView {
  readonly onProgress: OnProgress;
  /** Takes the requests of the run, live: a phase shows its retries, and what holds it up. */
  readonly onRequests: (requests: Requests) => void;
  /** Leaves the screen to somebody else, until there is progress again. */
  pause(): void;
  /** Nothing is shown any more. */
  stop(): void;
}

/** Shows how far a run has come: a bar that is redrawn on a terminal, a plain line now and then elsewhere. */
export function createProgress({ stream, clock, folder }: ProgressOptions): ProgressView {
  const live = stream.isTTY === true;
  const everyMs = live ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  let requests: Requests | undefined;
  let speed = createSpeedometer(0);
  let last: Progress | undefined;
  let phaseBegan = 0;
  let retriesBefore = 0;
  let retriesSeen = 0;
  let lastShown = 0;
  let lastCame = 0;
  /** The current line holds a bar, which leaves nothing behind. */
  let isOpen = false;
  const stopTicks = clock.every(TICK_MS, () => {
    const now = clock.monotonic();
    const isStill = now - lastShown >= (live ? TICK_MS : everyMs + TICK_MS);
    // In a log the line that announces a wait is enough.
    if (last?.waitMs !== undefined && !live) return;
    if (isStill && last && !LOCAL.has(last.phase) && last.done !== last.total)
      showAtTimes(afterWaiting(last, now - lastCame), now);
  });

  function show(progress: Progress, now: number): void {
    const isWhole = progress.done === progress.total;
    const isRated = progress.phase !== 'follow';
    const perSecond = isRated ? speed[isWhole ? 'overall' : 'lately'](progress.done, now) : 0;
    const traffic = isWhole || LOCAL.has(progress.phase) ? undefined : requests?.traffic();
    const isSettled = now - phaseBegan >= SETTLING_MS;
    const retries = retriesSeen - retriesBefore;
    const parts = describe(progress, { perSecond, isSettled, traffic, retries });
    isOpen = live;
    if (live) stream.write(`\r${fitLine(progress, parts, stream.columns)}\u001b[K`);
    else stream.write(`${parts.join(', ')}\n`);
    lastShown = now;
  }

  function showAtTimes(progress: Progress, now: number): void {
    retriesSeen = requests?.counts.retries ?? 0;
    const isEnd = progress.done === progress.total && (!LOCAL.has(progress.phase) || lastShown > phaseBegan);
    if (isEnd || now - lastShown >= everyMs) show(progress, now);
  }

  function begin(phase: Progress['phase'], now: number): void {
    [phaseBegan, lastShown, retriesBefore] = [now, now, retriesSeen];
    speed = createSpeedometer(now);
    closeLine();
    // A user who loses patience should know by then where to continue from.
    const path = live && phase === 'update' ? folder() : undefined;
    if (path !== undefined) stream.write(`Run folder: ${path}\n`);
  }

  function closeLine(): void {
    if (isOpen) stream.write('\r\u001b[K');
    isOpen = false;
    last = undefined;
  }

  return {
    onProgress: (progress) => {
      if (progress.total === 0) return;
      const now = clock.monotonic();
      if (progress.phase !== last?.phase) begin(progress.phase, now);
      speed.note(progress.done, now);
      // The end of a wait is no news in a log.
      if (!live && last?.waitMs !== undefined) lastShown = now;
      [last, lastCame] = [progress, now];
      if (progress.waitMs === undefined) showAtTimes(progress, now);
      else show(progress, now);
    },
    onRequests: (given) => {
      requests = given;
    },
    pause: closeLine,
    stop: () => {
      closeLine();
      stopTicks();
    },
  };
}

/** What is left of a wait. */
function afterWaiting(progress: Progress, passedMs: number): Progress {
  const { waitMs } = progress;
  return waitMs === undefined ? progress : { ...progress, waitMs: Math.max(0, waitMs - passedMs) };
}

/** How fast something gets done. Units: a second. */
interface Speedometer {
  note(done: number, now: number): void;
  /** In the last ten seconds. */
  lately(done: number, now: number): number;
  overall(done: number, now: number): number;
}

const RECENT_MS = 10_000;
const SAMPLE_EVERY_MS = 250;

function createSpeedometer(began: number): Speedometer {
  const first = { at: began, done: 0 };
  /** The first one is the last that is older than ten seconds. */
  let samples = [first];

  function speed(
    from: { readonly at: number; readonly done: number } | undefined,
    done: number,
    now: number,
  ): number {
    return from === undefined || now <= from.at ? 0 : ((done - from.done) * 1000) / (now - from.at);
  }

  return {
    note: (done, now) => {
      const latest = samples.at(-1);
      if (latest && now - latest.at < SAMPLE_EVERY_MS) return;
      samples.push({ at: now, done });
      const oldest = samples.findLastIndex(({ at }) => at <= now - RECENT_MS);
      if (oldest > 0) samples = samples.slice(oldest);
    },
    lately: (done, now) => speed(samples[0], done, now),
    overall: (done, now) => speed(first, done, now),
  };
}

interface Situation {
  /** How many of them get done in a second. */
  readonly perSecond: number;
  /** The phase has lasted long enough to say how long it will take. */
  readonly isSettled: boolean;
  readonly traffic: Traffic | undefined;
  readonly retries: number;
}

/** What there is to say, the most important first: `Looking up SKUs: 120 of 1,000`, `1:28 left`, `waiting for the service, 20 s`. */
function describe(progress: Progress, situation: Situation): readonly string[] {
  const { perSecond, isSettled, traffic, retries } = situation;
  const { phase, done, total, isEstimate = false, failed = 0, waitMs } = progress;
  const of = total === undefined ? '' : ` of ${isEstimate ? 'about ' : ''}${formatNumber(total)}`;
  const left =
    isSettled && perSecond > 0 && total !== undefined && done < total
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
const WIDEST_BAR = 24;
const NARROWEST_BAR = 6;
/** Its brackets, and a blank. */
const AROUND_BAR = 3;

/**
 * A line that ends before the last column, since one that is wrapped is never overwritten: the bar gives way first, then what
 * comes last.
 */
function fitLine(progress: Progress, parts: readonly string[], columns: number | undefined): string {
  const room = (columns || USUAL_COLUMNS) - 1;
  const text = parts.join(', ');
  if (text.length <= room)
    return renderBar(progress, Math.min(WIDEST_BAR, room - text.length - AROUND_BAR)) + text;
  return parts.length === 1 ? cutText(text, room, '...') : fitLine(progress, parts.slice(0, -1), columns);
}

/** Empty if the total is unknown. */
function renderBar({ done, total }: Progress, width: number): string {
  if (total === undefined || width < NARROWEST_BAR) return '';
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] `;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
