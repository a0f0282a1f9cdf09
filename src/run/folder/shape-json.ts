import type { SheetShape } from '../../report/files/render-retry.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import type { PlanHead } from './plan-schema.ts';

/** How the files that go back into `sync` are written. */
export type PlanShape = SheetShape & UndoShape;

type ShapeJson = PlanHead['shape'];

/** As a plan has it. */
export function toShapeJson(shape: PlanShape): ShapeJson {
  const { header, listingIdAt, delimiter, decimalSign, moneyUnit, costPer, clearToken } = shape;
  return {
    header: [...header],
    ...(listingIdAt !== undefined && { listing_id_at: listingIdAt }),
    delimiter,
    decimal_sign: decimalSign,
    money_unit: moneyUnit,
    ...(costPer !== undefined && { cost_per: costPer }),
    clear_token: clearToken,
  };
}

/** Back from a plan. */
export function fromShapeJson(shape: ShapeJson): PlanShape {
  const {
    header,
    listing_id_at: listingIdAt,
    delimiter,
    decimal_sign,
    money_unit,
    cost_per,
    clear_token,
  } = shape;
  return {
    header,
    listingIdAt,
    delimiter,
    decimalSign: decimal_sign,
    moneyUnit: money_unit,
    costPer: cost_per,
    clearToken: clear_token,
  };
}
