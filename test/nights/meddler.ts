import type { Field } from '../../src/domain/fields.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Chance } from '../plan/shops/chance.ts';
import { idOf } from '../support/an-account.ts';
import type { Value } from './sheet.ts';
import { LISTINGS } from './supplier.ts';

/** Somebody who changes listings in the service's own pages. */
export class Meddler {
  readonly #sandbox: Sandbox;
  readonly #chance: Chance;
  /** A listing whose maximum is far off: no run puts it back. */
  #far: string | undefined;
  /** The listing that was changed last, which is changed again now and then. */
  #last = idOf(1);

  constructor(sandbox: Sandbox, chance: Chance) {
    this.#sandbox = sandbox;
    this.#chance = chance;
  }

  edit(agreed: ReadonlyMap<string, Value>): void {
    for (let left = this.#chance.whole(1, 4); left > 0; left--) {
      if (!this.#chance.happens(0.4)) this.#last = idOf(this.#chance.whole(1, LISTINGS));
      this.#nudge(this.#last);
    }
    if (this.#far !== undefined) this.#putBack(this.#far, agreed);
    else if (this.#chance.happens(0.4)) this.#moveFar(idOf(this.#chance.whole(19, LISTINGS)));
  }

  #nudge(id: string): void {
    const listing = this.#sandbox.snapshot().listings.find((each) => each.id === id);
    const field = this.#chance.pick<Field>([
      'cost',
      'cost',
      'minimum_price',
      'maximum_price',
      'manual_price',
      'repricing',
    ]);
    const now = listing?.[field];
    if (typeof now === 'number') this.#set(id, field, now + this.#chance.whole(1, 30));
    if (typeof now === 'boolean') this.#set(id, field, !now);
  }

  #moveFar(id: string): void {
    this.#far = id;
    this.#set(id, 'maximum_price', 9900);
  }

  #putBack(id: string, agreed: ReadonlyMap<string, Value>): void {
    this.#far = undefined;
    this.#set(id, 'maximum_price', agreed.get(`${id} maximum_price`) ?? 2000);
  }

  #set(id: string, field: Field, value: Value): void {
    this.#sandbox.changeListing(id, { [field]: value });
  }
}
