import { isShown, parseFragment, type ViewState } from './view-state.ts';

export interface FilterLinks {
  show(view: ViewState): void;
}

/** Tiles, bars and names that filter the table; each says whether it does so now. */
export function createFilterLinks(onFilter: (wanted: ViewState) => void): FilterLinks {
  const links = [...document.querySelectorAll('a[data-filter]')].map((link) => ({
    link,
    wanted: parseFragment(link.getAttribute('data-filter') ?? ''),
  }));
  const requested = new Map(links.map(({ link, wanted }) => [link, wanted]));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-filter]') : null;
    const wanted = link && requested.get(link);
    if (!wanted) return;
    event.preventDefault();
    onFilter(wanted);
  });
  return {
    show(view) {
      for (const { link, wanted } of links) {
        if (isShown(view, wanted)) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
  };
}
