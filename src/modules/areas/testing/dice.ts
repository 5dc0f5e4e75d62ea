import { Prng } from '../../../domain/prng.ts';
import { day } from './durations.ts';

/** Draws what happens to a town. */
export class Dice extends Prng {
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  oneOf<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** Of mean 0 and deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Mostly about the middle, sometimes many times as long. */
  longTail(middle: number): number {
    return middle * Math.exp(this.normal());
  }

  /** Moments that know nothing of each other. */
  arrivals(perDay: number, from: number, to: number): number[] {
    const found: number[] = [];
    if (perDay <= 0) return found;
    for (let at = from; ; ) {
      at += (-Math.log(1 - this.next()) / perDay) * day;
      if (at >= to) return found;
      found.push(at);
    }
  }
}
