import { count } from '../../domain/count.ts';
import type { Clock, OnProgress, Progress, RequestCounts } from '../../domain/ports.ts';
import { cutText } from '../../report/text/text-width.ts';

const LABELS = {
  read: 'Reading the sheet',
  scan: 'Paging the account',
  lookup: 'Looking up SKUs',
  plan: 'Planning',
  update: 'Sending updates',
  account: 'Writing the files',
} as const;

/** Phases that are shown only if they take long. */
const SHORT: ReadonlySet<Progress['phase']> = new Set(['read', 'plan', 'account']);

const REDRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
/** The time goes on even while nothing gets done. */
const TICK_MS = 1000;

interface ProgressOptions {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly clock: Clock;
  /** Where the run's files are, for people; asked for once sending begins. */
  readonly folder: () => string;
}

interface ProgressView {
  readonly onProgress: OnProgress;
  /** Takes the counts of the client, which go on counting: a phase shows its retries. */
  readonly onRequests: (counts: Readonly<RequestCounts>) => void;
  /** Leaves the screen to somebody else, until there is progress again. */
  pause(): void;
  /** Nothing is shown any more. */
  stop(): void;
}

/** Shows how far a run has come: a bar that is redrawn on a terminal, a plain line now and then elsewhere. */
export function createProgress({ stream, clock, folder }: ProgressOptions): ProgressView {
  const live = stream.isTTY === true;
  const everyMs = live ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  let counts: Readonly<RequestCounts> | undefined;
  let last: Progress | undefined;
  let phaseBegan = 0;
  let retriesBefore = 0;
  let retriesSeen = 0;
  let lastShown = 0;
  /** The current line holds a bar. */
  let isOpen = false;
  const stopTicks = clock.every(TICK_MS, () => {
    const now = clock.monotonic();
    const isStill = now - lastShown >= (live ? TICK_MS : everyMs + TICK_MS);
    if (isStill && last && !SHORT.has(last.phase) && last.done !== last.total) showAtTimes(last, now);
  });

  function show(progress: Progress, now: number): void {
    const isWhole = progress.done === progress.total;
    const parts = describe(progress, { elapsedMs: now - phaseBegan, retries: retriesSeen - retriesBefore });
    isOpen = live && !isWhole;
    if (live) stream.write(`\r${fitLine(progress, parts, stream.columns)}\u001b[K${isWhole ? '\n' : ''}`);
    else stream.write(`${joinParts(parts)}\n`);
    lastShown = now;
  }

  function showAtTimes(progress: Progress, now: number): void {
    retriesSeen = counts?.retries ?? 0;
    const isEnd = progress.done === progress.total && (!SHORT.has(progress.phase) || lastShown > phaseBegan);
    if (isEnd || now - lastShown >= everyMs) show(progress, now);
  }

  function begin(phase: Progress['phase'], now: number): void {
    [phaseBegan, lastShown, retriesBefore] = [now, now, retriesSeen];
    closeLine();
    // A user who loses patience should know by then where to continue from.
    if (live && phase === 'update') stream.write(`Run folder: ${folder()}\n`);
  }

  function closeLine(): void {
    if (isOpen) stream.write('\n');
    isOpen = false;
    last = undefined;
  }

  return {
    onProgress: (progress) => {
      if (progress.total === 0) return;
      const now = clock.monotonic();
      if (progress.phase !== last?.phase) begin(progress.phase, now);
      last = progress;
      showAtTimes(progress, now);
    },
    onRequests: (given) => {
      counts = given;
    },
    pause: closeLine,
    stop: () => {
      closeLine();
      stopTicks();
    },
  };
}

interface Pace {
  readonly elapsedMs: number;
  readonly retries: number;
}

interface Part {
  readonly text: string;
  /** The part with the highest rank is left out first if there is no room. */
  readonly rank: number;
}

/** `Looking up SKUs: 120 of 1000`, `10/s`, `1:28 left`, `3 retries`. */
function describe({ phase, done, total }: Progress, { elapsedMs, retries }: Pace): readonly Part[] {
  const label = `${LABELS[phase]}: ${done}${total === undefined ? '' : ` of ${total}`}`;
  const perSecond = elapsedMs <= 0 ? 0 : done / (elapsedMs / 1000);
  const isOpen = total !== undefined && done < total;
  return [
    { text: label, rank: 0 },
    ...(perSecond === 0
      ? []
      : [{ text: `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`, rank: 3 }]),
    ...(perSecond === 0 || !isOpen
      ? []
      : [{ text: `${formatDuration((total - done) / perSecond)} left`, rank: 1 }]),
    ...(retries === 0 ? [] : [{ text: count(retries, 'retry', 'retries'), rank: 2 }]),
  ];
}

const USUAL_COLUMNS = 80;
const WIDEST_BAR = 24;
const NARROWEST_BAR = 6;
/** Its brackets, and a blank. */
const AROUND_BAR = 3;

/**
 * A line that ends before the last column, since one that is wrapped is never overwritten: the bar gives way first, then what
 * matters least.
 */
function fitLine(progress: Progress, parts: readonly Part[], columns: number | undefined): string {
  const room = (columns || USUAL_COLUMNS) - 1;
  const text = joinParts(parts);
  if (text.length <= room)
    return renderBar(progress, Math.min(WIDEST_BAR, room - text.length - AROUND_BAR)) + text;
  const least = Math.max(...parts.map(({ rank }) => rank));
  if (least === 0) return cutText(text, room, '...');
  return fitLine(
    progress,
    parts.filter(({ rank }) => rank < least),
    columns,
  );
}

function joinParts(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(', ');
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
