import { formatCents, toCents } from '../../domain/cents.ts';

/** `12345.60`: without a sign between thousands, as sheets, files and messages have it, so that it is found by what was seen. Units: cents. */
export function formatAmount(cents: number): string {
  return formatCents(toCents(cents)).replace(/^-/, '−');
}

/** Shape: `2026-11-20 08:30:12 UTC`. Units: epoch milliseconds. */
export function formatTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Shape: `8.2 s`, `12 min`, `1 h 45 min`. Units: milliseconds. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
