import { byId } from './element.ts';

/** Lets the head of the table stay right below the bar of filters, however many lines that has. */
export function keepHeadBelowBar(): void {
  const bar = byId('bar');
  const measure = (): void => byId('rows').style.setProperty('--bar', `${bar.offsetHeight}px`);
  new ResizeObserver(measure).observe(bar);
  measure();
}
