import type { Clock, OnProgress, Progress } from '../domain/ports.ts';

const LABELS = {
  read: 'Reading the sheet',
  scan: 'Paging the account',
  lookup: 'Looking up SKUs',
  plan: 'Planning',
  update: 'Sending updates',
  account: 'Writing the files',
} as const;

/** Phases that nobody needs to be told of as long as they are over at once. */
const SHORT: ReadonlySet<Progress['phase']> = new Set(['read', 'plan', 'account']);

const BAR_WIDTH = 24;
const REDRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;

interface ProgressOptions {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly clock: Clock;
  /** Where the run's files are, for people; asked for once sending begins. */
  readonly folder: () => string;
}

/** Shows how far a run has come: a bar that is redrawn on a terminal, a plain line now and then elsewhere. */
export function createProgress({ stream, clock, folder }: ProgressOptions): OnProgress {
  const live = stream.isTTY === true;
  const everyMs = live ? REDRAW_EVERY_MS : LINE_EVERY_MS;
  let phase: Progress['phase'] | undefined;
  let phaseBegan = 0;
  let lastShown = 0;
  /** A bar stands on the line at hand. */
  let isOpen = false;

  function show(progress: Progress, now: number): void {
    const whole = progress.done === progress.total;
    const line = renderProgress(progress, now - phaseBegan);
    isOpen = live && !whole;
    if (live) stream.write(`\r${renderBar(progress)}${line}\u001b[K${whole ? '\n' : ''}`);
    else stream.write(`${line}\n`);
    lastShown = now;
  }

  return (progress) => {
    const now = clock.monotonic();
    if (progress.phase !== phase) {
      phase = progress.phase;
      phaseBegan = now;
      lastShown = now;
      if (isOpen) stream.write('\n');
      isOpen = false;
      // Whoever watches and loses patience should know by then where to go on from.
      if (live && phase === 'update') stream.write(`Files: ${folder()}\n`);
    }
    const isEnd = progress.done === progress.total && (!SHORT.has(phase) || lastShown > phaseBegan);
    if (isEnd || now - lastShown >= everyMs) show(progress, now);
  };
}

/** `Looking up SKUs: 120 of 1000, 10/s, 1:28 left`. */
function renderProgress({ phase, done, total }: Progress, elapsedMs: number): string {
  const label = `${LABELS[phase]}: ${done}${total === undefined ? '' : ` of ${total}`}`;
  if (elapsedMs <= 0 || done === 0) return label;
  const perSecond = done / (elapsedMs / 1000);
  const left =
    total === undefined || done === total ? '' : `, ${formatDuration((total - done) / perSecond)} left`;
  return `${label}, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s${left}`;
}

/** None where nobody knows how much there is to be done. */
function renderBar({ done, total }: Progress): string {
  if (total === undefined) return '';
  const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] `;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
