const FIRST_CAPACITY = 1024;

/** Many numbers at eight bytes each. */
export class NumberList {
  #numbers = new Float64Array(FIRST_CAPACITY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count++] = number;
  }

  /** Each in the order in which it was pushed. */
  values(): Float64Array {
    return this.#numbers.subarray(0, this.#count);
  }
}
