/** What runs jobs at a fixed time: cron, a systemd timer, or the Windows Task Scheduler. */
export const SCHEDULERS = ['cron', 'systemd', 'task'] as const;

export type Scheduler = (typeof SCHEDULERS)[number];

/** A job that is to run every night, by the paths of this machine. */
export interface NightlyJob {
  readonly scheduler: Scheduler;
  /** What the entry is called, where it has a name. */
  readonly name: string;
  readonly user: string;
  /** Where it runs. Absolute. */
  readonly folder: string;
  /** What starts the program. Absolute. */
  readonly program: readonly string[];
  /** The command and its flags, without `--quiet` and limits. */
  readonly words: readonly string[];
}

/** Something to do, and the text to do it with. */
export interface ScheduleStep {
  readonly about: string;
  readonly text: string;
}
