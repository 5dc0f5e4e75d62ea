/** The rates at which sites are lost by chance just now. */
import { candidateRules } from './find-candidate.ts';
import { type LossHistory, LossRates } from './loss-rates.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export class CurrentRates {
  readonly #sites: ReadonlyMap<unknown, { readonly history: LossHistory }>;
  #rates: LossRates | null = null;
  #ratesHour = Number.NaN;
  #restless: { readonly minute: number; readonly rate: number } | null = null;

  constructor(sites: ReadonlyMap<unknown, { readonly history: LossHistory }>) {
    this.#sites = sites;
  }

  /**
   * Losses of a site an hour, now.
   * @param shownNow what the clocks show at `now`
   */
  at(now: number, shownNow: number): (history: LossHistory) => number {
    const rates = this.#ratesAt(now, shownNow);
    const restless = this.#restlessAt(now, shownNow);
    return (history) => Math.max(restless, rates.of(history));
  }

  /** Losses an hour and site of the last hour, anywhere: a storm, or an evening on which many go out. */
  #restlessAt(now: number, shown: number): number {
    const minute = Math.floor(now / minuteMs);
    if (this.#restless?.minute !== minute) {
      let losses = 0;
      for (const { history } of this.#sites.values()) {
        losses += history.countBetween(shown - hourMs, shown - 2 * candidateRules.windowMs);
      }
      this.#restless = { minute, rate: losses / this.#sites.size };
    }
    return this.#restless.rate;
  }

  #ratesAt(now: number, shownNow: number): LossRates {
    const hour = Math.floor(now / hourMs);
    if (this.#rates === null || this.#ratesHour !== hour) {
      const histories = Array.from(this.#sites.values(), ({ history }) => history);
      this.#rates = new LossRates(histories, now, shownNow);
      this.#ratesHour = hour;
    }
    return this.#rates;
  }
}
