import { byId } from './element.ts';

/** Lets the head of the table stay right below the bar of filters, however many lines that has. */
export function keepHeadBelowBar(): void {
  const bar = byId('bar');
  // Not for the whole table: the browser would have to style every cell again whenever a filter makes the bar higher.
  const head = byId('table').querySelector('thead');
  const measure = (): void => head?.style.setProperty('--bar', `${bar.offsetHeight}px`);
  new ResizeObserver(measure).observe(bar);
  measure();
}
