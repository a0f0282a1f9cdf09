/** The script of the pages about ninety nights: what they show is there without it. */

/** Shows only the runs that were not done. */
function offerOnly(): void {
  const line = document.getElementById('only-line');
  const box = document.getElementById('only');
  if (!line || !(box instanceof HTMLInputElement)) return;
  line.hidden = false;
  const apply = (): void => {
    for (const row of document.querySelectorAll<HTMLElement>('#runs tr[data-state="done"]'))
      row.hidden = box.checked;
  };
  box.addEventListener('change', apply);
  // A browser may remember it over a reload.
  apply();
}

offerOnly();
document.documentElement.setAttribute('data-ready', '');
