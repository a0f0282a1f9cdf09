import fc from 'fast-check';
import { runs } from './runs.ts';

/** For properties that name no number of runs; 100 is the default of fast-check. */
fc.configureGlobal({ numRuns: runs(100) });
