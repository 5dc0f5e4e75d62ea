/**
 * Seeded random numbers, so that a simulation, or an estimate, can be repeated. Not for secrets.
 */
export class Prng {
  #state: number;

  /** @param seed the same text gives the same numbers, another text gives unrelated ones */
  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /** In [0, 1); mulberry32 (Tommy Ettinger, public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** In [from, to). */
  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** Lower-case hex digits. */
  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += Math.floor(this.next() * 16).toString(16);
    return text;
  }

  /** Picks `count` of the items, or all if there are fewer, in random order. */
  pick<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    const picked: T[] = [];
    while (picked.length < count && left.length > 0) {
      picked.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return picked;
  }
}

/** FNV-1a over UTF-16 units and the finaliser of MurmurHash3, so that similar seeds give unrelated numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
