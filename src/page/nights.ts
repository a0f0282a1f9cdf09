/** The script of the pages about ninety nights: what they show is there without it. */

const HOUR_MS = 3_600_000;

/** A page that is not renewed looks well for ever: once a run is late, it says so. */
function noticeStale(): void {
  const verdict = document.getElementById('verdict');
  const stale = document.getElementById('stale');
  const { written = '', next = '' } = verdict?.dataset ?? {};
  const passed = next.split(' ').filter((time) => time !== '' && Date.parse(time) + HOUR_MS < Date.now());
  const [first] = passed.sort();
  if (!verdict || !stale || first === undefined) return;
  stale.textContent = `This page is old: it was written at ${describe(written)}, a run was expected about ${describe(first)}, and none has renewed the page since.`;
  stale.hidden = false;
  verdict.classList.add('stale');
}

/** `2026-11-20 02:15 UTC`. */
function describe(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

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

noticeStale();
offerOnly();
document.documentElement.setAttribute('data-ready', '');
