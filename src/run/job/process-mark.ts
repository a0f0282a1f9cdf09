import { z } from 'zod';

/** What identifies a process, as far as the system reports it. */
export const processMarkSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** When it began, in the system's own notation; only for comparing. */
  start: z.string().nullable(),
  /** Which boot of the machine it belongs to. */
  boot: z.string().nullable(),
  /** The namespace that its number is counted in: containers have their own. */
  namespace: z.string().nullable(),
});

export type ProcessMark = Readonly<z.infer<typeof processMarkSchema>>;

/** Queries about the processes of this machine. */
export interface Probes {
  /** This process. */
  readonly self: ProcessMark;
  /** `undefined` if there is no such process. */
  find(pid: number): Pick<ProcessMark, 'start'> | undefined;
}
