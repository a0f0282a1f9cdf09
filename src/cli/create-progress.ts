import type { Clock, OnProgress, Progress } from '../domain/ports.ts';

const LABELS = {
  scan: 'Paging the account',
  lookup: 'Looking up SKUs',
  update: 'Sending updates',
} as const;
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

  return (progress) => {
    const now = clock.monotonic();
    if (progress.phase !== phase) {
      phase = progress.phase;
      phaseBegan = now;
      lastShown = now;
      // Whoever watches and loses patience should know by then where to go on from.
      if (live && phase === 'update') stream.write(`Files: ${folder()}\n`);
    }
    const whole = progress.done === progress.total;
    if (!whole && now - lastShown < everyMs) return;
    lastShown = now;
    const line = renderProgress(progress, now - phaseBegan);
    if (live) stream.write(`\r${renderBar(progress)} ${line}\u001b[K${whole ? '\n' : ''}`);
    else stream.write(`${line}\n`);
  };
}

/** `Looking up SKUs: 120 of 1000, 10/s, 1:28 left`. */
function renderProgress({ phase, done, total }: Progress, elapsedMs: number): string {
  const label = `${LABELS[phase]}: ${total === undefined ? done : `${done} of ${total}`}`;
  if (elapsedMs <= 0 || done === 0) return label;
  const perSecond = done / (elapsedMs / 1000);
  const left =
    total === undefined || done === total ? '' : `, ${formatDuration((total - done) / perSecond)} left`;
  return `${label}, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s${left}`;
}

function renderBar({ done, total }: Progress): string {
  const filled = total === undefined ? 0 : total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
