/** Opens the folded part of the page that a link leads to. */
export function openLinkedSections(): void {
  const open = (hash: string): void => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('#contents a') : null;
    if (link) open(link.getAttribute('href') ?? '');
  });
  open(location.hash.includes('=') ? '' : location.hash);
}
