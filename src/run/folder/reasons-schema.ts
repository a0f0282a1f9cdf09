import { z } from 'zod';
import { readReason, readReasons } from '../../domain/reasons.ts';

/** Reasons as files hold them. */
export const reasonsSchema = z.string().transform(readReasons);

/** The one reason of a notice. */
export const reasonSchema = z.string().transform(readReason);
