import { byId } from './element.ts';

/** Lets an opened message take the width of its row, from the column of the status on. */
export function spreadOpenMessages(): void {
  const table = byId('table');
  const state = table.querySelector('th[data-sort="status"]');
  const message = table.querySelector('th[data-sort="reason"]');
  if (!state || !message) return;
  // Not for the whole table: the browser would have to style every cell again.
  const spread = (why: Element): void => {
    const full = why.querySelector<HTMLElement>('.full');
    const behind = message.getBoundingClientRect().left - state.getBoundingClientRect().left;
    full?.style.setProperty('--behind', `${Math.max(0, behind)}px`);
  };
  table.addEventListener(
    'toggle',
    (event) => {
      if (event.target instanceof Element) spread(event.target);
    },
    { capture: true },
  );
  new ResizeObserver(() => {
    for (const why of table.querySelectorAll('.why[open]')) spread(why);
  }).observe(message);
}
