import { byId, element } from './element.ts';

export interface FilterDrawer {
  /** The button that opens it, which the style shows where there is no room for the choices. */
  readonly button: HTMLButtonElement;
  show(state: { readonly set: number; readonly found: string }): void;
}

/** Holds the choices where the screen is narrow: they move into it as it opens, and back as it closes. */
export function createFilterDrawer(choices: HTMLElement): FilterDrawer {
  const button = element('button', { type: 'button', id: 'open-filters', 'aria-haspopup': 'dialog' });
  const done = element('button', { type: 'button', class: 'done' });
  const drawer = element(
    'dialog',
    { id: 'drawer', 'aria-labelledby': 'drawer-title' },
    element('h2', { id: 'drawer-title' }, 'Filters'),
  );
  byId('rows').append(drawer);
  button.addEventListener('click', () => {
    drawer.append(choices, done);
    drawer.showModal();
  });
  done.addEventListener('click', () => drawer.close());
  // A click beside it is one on the dialog itself.
  drawer.addEventListener('click', (event) => {
    if (event.target === drawer) drawer.close();
  });
  drawer.addEventListener('close', () => button.after(choices));
  return {
    button,
    show({ set, found }) {
      button.textContent = set === 0 ? 'Filters' : `Filters (${set})`;
      done.textContent = `Show ${found}`;
    },
  };
}
