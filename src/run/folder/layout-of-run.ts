import { resolve } from 'node:path';
import { PricesheetError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { guardFolder } from './guard-folder.ts';
import { readPlanHead } from './read-plan.ts';
import { RUN_FILES } from './run-folder.ts';
import { fromShapeJson, type PlanShape } from './shape-json.ts';

/** How the sheet of a run was written, if its folder is still there. */
export function layoutOfRun(folder: string, disk: Disk): PlanShape | undefined {
  try {
    const own = guardFolder(folder, { command: 'undo', disk });
    const shape = readPlanHead(resolve(folder, RUN_FILES.plan), own)?.shape;
    return shape && fromShapeJson(shape);
  } catch (error) {
    if (error instanceof PricesheetError) return undefined;
    throw error;
  }
}
