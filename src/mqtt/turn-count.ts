/** Numbers the turns of the event loop in which somebody asks. */
export class TurnCount {
  #turn = 0;
  #isAsked = false;

  get now(): number {
    if (!this.#isAsked) {
      this.#isAsked = true;
      setImmediate(() => {
        this.#isAsked = false;
        this.#turn += 1;
      });
    }
    return this.#turn;
  }
}
