import { HISTORY_PLACE, READING_SETTINGS } from './settings.ts';

/** Of which job `latest` is the newest run; a run that is named needs none. */
export const LATEST_JOB = {
  job: {
    ...READING_SETTINGS.job,
    about: 'whose latest run "latest" means, where there are several jobs',
  },
} as const;

/** Of commands that have no other settings of runs. */
export const LATEST_SETTINGS = {
  ...LATEST_JOB,
  history: { ...HISTORY_PLACE, about: 'where the history is that "latest" is found in' },
} as const;
