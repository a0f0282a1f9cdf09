import { GUARD_SETTINGS } from './settings.ts';

/** The limits that `history rehearse` tries on past nights; limits that are not given are as in a run. */
export const REHEARSE_SETTINGS = {
  maxChange: { ...GUARD_SETTINGS.maxChange, about: 'rehearse: changes of amounts by more than this' },
  maxUpdates: {
    ...GUARD_SETTINGS.maxUpdates,
    about: 'rehearse: nights with more updates (default: no limit)',
  },
  maxClears: { ...GUARD_SETTINGS.maxClears, about: 'rehearse: nights with more cleared fields' },
  maxInvalid: { ...GUARD_SETTINGS.maxInvalid, about: 'rehearse: nights with more invalid rows' },
  maxMissing: {
    ...GUARD_SETTINGS.maxMissing,
    about: 'rehearse: nights with more SKUs that have no listing (default: no limit)',
  },
  minRows: {
    ...GUARD_SETTINGS.minRows,
    about: 'rehearse: nights with fewer SKUs than this share of the usual',
  },
} as const;
