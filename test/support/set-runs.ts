import fc from 'fast-check';
import { isSampled, runs } from './runs.ts';

/**
 * For properties that name no number of runs; 100 is the default of fast-check. A tier that tries a part of the cases tries the same ones
 * each time, so that a commit passes or fails whenever it is run; all of the cases are new ones each time.
 */
fc.configureGlobal({ numRuns: runs(100), ...(isSampled && { seed: 20_261_127 }) });
