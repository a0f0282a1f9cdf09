/** A time as the reader's clock and calendar have it. Units: epoch milliseconds. */
export function localTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Puts the reader's time beside each time of the page, which is UTC. */
export function addLocalTimes(): void {
  for (const time of document.querySelectorAll('time'))
    time.append(`, ${localTime(Date.parse(time.dateTime))} where you are`);
}
