/** The rates at which a site loses contact or power by itself, by hour of week. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hoursOfWeek = 168;

/** Losses longer ago say nothing, in ms. */
export const historyMs = 56 * dayMs;

/** As long as nothing is known: one loss a month, as if that much had been observed of five sites. */
const firstRate = 1 / 720;
const firstHours = 5 * 720;
/** So many losses of its own move a site halfway from the fleet’s rate to its own, and from its hours. */
const rateShrinkage = 2;
const hourShrinkage = 8;

/** A loss lies at the same time of day if it is this near, in ms: switches are not clocks. */
const habitNearMs = 15 * 60_000;
/** After exactly a day, one example is enough, in ms. */
const habitExactMs = 10 * 60_000;
/** Of many sites together, in ms. */
const habitTogetherMs = 30 * 60_000;
const habitDays = 14;
/** So many times as often as chance would have it. */
const habitExcess = 3;

/** The past losses of one site. */
export class LossHistory {
  /** The local time of each loss, the oldest first. */
  #shown: number[] = [];
  /** Those that say nothing about the site alone: of area outages, and those that have a reason. */
  readonly #excluded = new Set<number>();
  /** Epoch ms since when the site has been watched. */
  readonly since: number;

  constructor(since: number) {
    this.since = since;
  }

  add(shownAt: number): void {
    this.#shown.push(shownAt);
    this.#shown = this.#shown.filter((at) => shownAt - at < historyMs);
    for (const at of this.#excluded) if (shownAt - at >= historyMs) this.#excluded.delete(at);
  }

  /** Takes a loss out of what the site does by itself. */
  exclude(shownAt: number): void {
    this.#excluded.add(shownAt);
  }

  /** Losses of the site by itself. */
  countBetween(from: number, to: number): number {
    let count = 0;
    for (let i = this.#shown.length - 1; i >= 0; i -= 1) {
      const at = this.#shown[i] ?? 0;
      if (at < from) break;
      if (at < to && !this.#excluded.has(at)) count += 1;
    }
    return count;
  }

  *own(shownNow: number): Generator<number> {
    for (const at of this.#shown) {
      if (at < shownNow && shownNow - at < historyMs && !this.#excluded.has(at)) yield at;
    }
  }

  /** Observed hours within the time that counts. */
  hours(now: number): number {
    return Math.min(historyMs, Math.max(0, now - this.since)) / hourMs;
  }

  /** Whether it was lost about this time the day before; what that says depends on how many were. */
  wasLostDayBefore(shownAt: number): boolean {
    return this.#shown.some((at) => Math.abs(shownAt - dayMs - at) <= habitTogetherMs);
  }

  /**
   * Whether the site was lost at this time of day before, as is what hangs behind a switch: the day before, or
   * twice within two weeks.
   */
  isHabit(shownAt: number): boolean {
    let near = 0;
    let all = 0;
    for (const at of this.#shown) {
      const days = Math.round((shownAt - at) / dayMs);
      if (days > habitDays) continue;
      all += 1;
      const off = Math.abs(shownAt - at - days * dayMs);
      if (days < 1 || off > habitNearMs) continue;
      near += 1;
      if (days === 1 && off <= habitExactMs) return true;
    }
    // A site that is lost many times a day is lost at any time of day.
    return near > 1 && near > habitExcess * all * ((2 * habitNearMs) / dayMs);
  }
}

/** The rates of a whole fleet at one time, to be made anew every hour. */
export class LossRates {
  readonly #hour: number;
  /** Losses an hour and site. */
  readonly #rate: number;
  /** The part of them that falls into this hour of the week. */
  readonly #share: number;
  readonly #shownNow: number;
  readonly #now: number;
  readonly #known = new Map<LossHistory, number>();

  /** @param shownNow what the clocks show at `now` */
  constructor(histories: Iterable<LossHistory>, now: number, shownNow: number) {
    this.#now = now;
    this.#shownNow = shownNow;
    this.#hour = hourOfWeek(shownNow);
    let losses = 0;
    let inHour = 0;
    let hours = 0;
    for (const history of histories) {
      hours += history.hours(now);
      for (const at of history.own(shownNow)) {
        losses += 1;
        if (hourOfWeek(at) === this.#hour) inHour += 1;
      }
    }
    this.#rate = (losses + firstRate * firstHours) / (hours + firstHours);
    this.#share = (inHour + 1) / (losses + hoursOfWeek);
  }

  /** Losses of a site an hour, in this hour of the week, shrunk towards the fleet’s. */
  of(history: LossHistory): number {
    let rate = this.#known.get(history);
    if (rate === undefined) {
      rate = this.#estimate(history);
      this.#known.set(history, rate);
    }
    return rate;
  }

  #estimate(history: LossHistory): number {
    let losses = 0;
    let inHour = 0;
    for (const at of history.own(this.#shownNow)) {
      losses += 1;
      if (hourOfWeek(at) === this.#hour) inHour += 1;
    }
    const expected = history.hours(this.#now) * this.#rate;
    const rate = (this.#rate * (losses + rateShrinkage)) / (expected + rateShrinkage);
    const share = (inHour + hourShrinkage * this.#share) / (losses + hourShrinkage);
    return rate * share * hoursOfWeek;
  }
}

function hourOfWeek(shownAt: number): number {
  return Math.floor(shownAt / hourMs) % hoursOfWeek;
}
