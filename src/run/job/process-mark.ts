import { z } from 'zod';

/** What tells one process from every other, as far as the system lets it be known. */
export const processMarkSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** When it began, in whatever way the system says so; only good for comparing. */
  start: z.string().nullable(),
  /** Which start of the machine it belongs to. */
  boot: z.string().nullable(),
  /** Whose process numbers it is counted by: containers have their own. */
  namespace: z.string().nullable(),
});

export type ProcessMark = Readonly<z.infer<typeof processMarkSchema>>;

/** What can be asked about the processes of this machine. */
export interface Probes {
  /** This very process. */
  readonly self: ProcessMark;
  /** `undefined` where there is no such process. */
  find(pid: number): Pick<ProcessMark, 'start'> | undefined;
}
