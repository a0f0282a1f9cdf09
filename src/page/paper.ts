/** Shows as many rows as there is room for on paper while the page is printed, and as on the screen afterwards. */
export function preparePaper(drawFor: (media: 'paper' | 'screen') => void): void {
  addEventListener('beforeprint', () => drawFor('paper'));
  addEventListener('afterprint', () => drawFor('screen'));
}
