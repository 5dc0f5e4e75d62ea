import type { HTTPFetchError } from '@line/bot-sdk';
import type { Clock, SetTimer } from '../../../domain/instant.ts';
import type { Quota } from '../../../domain/system/channel-standing.ts';
import { farEndOf } from '../../../domain/system/far-end.ts';
import type { Channel, ChannelLimits } from '../../channel.ts';
import { goesWhenShort, keptForAlerts } from '../../kept-for-alerts.ts';
import { type LineAccess, LineApi } from './line-api.ts';
import { isTakenBefore, toSendError } from './line-errors.ts';
import { toLineMessage } from './line-form.ts';

interface LineChannelOptions extends LineAccess {
  /** For one call; default 15. */
  readonly timeoutSeconds?: number;
  readonly clock: Clock;
  readonly setTimer: SetTimer;
}

/**
 * LINE allows 2,000 calls a second; so many at once would be a load test. It asks to spare one person too
 * many messages (https://developers.line.biz/en/docs/messaging-api/development-guidelines/).
 */
const lineLimits: ChannelLimits = {
  overall: { perSecond: 100, burst: 50 },
  perRecipient: () => [{ perSecond: 1, burst: 3 }],
};

/** Messages of a month that are kept for losses of power and their ends. The rest waits for the next month. */
const keptMessages = 50;

/** Pushes to the user, group or room whose id is the address. */
export function makeLineChannel(options: LineChannelOptions): Channel {
  const api = new LineApi(options, options.setTimer);
  const timeoutMs = (options.timeoutSeconds ?? 15) * 1000;
  const quota = new MonthlyQuota(api, options.clock);
  return {
    name: 'line',
    keepsKeys: true,
    service: farEndOf(options.apiRoot),
    limits: lineLimits,
    quota: () => quota.now(),

    async send(address, message, { retryKey }) {
      if (!goesWhenShort(message.kind, 'account') && quota.left() <= keptMessages) {
        throw keptForAlerts('LINE');
      }
      const request = { to: address, messages: [toLineMessage(message)] };
      try {
        const { sentMessages } = await api.call(
          (client) => client.pushMessage(request, retryKey),
          timeoutMs,
        );
        quota.countOne();
        return { externalId: sentMessages[0]?.id ?? null };
      } catch (error) {
        if (isTakenBefore(error)) return { externalId: idOfTaken(error) };
        throw toSendError(error);
      }
    },
  };
}

const askEveryMs = 600_000;

/**
 * The messages that LINE sends in a month for what is paid
 * (https://developers.line.biz/en/reference/messaging-api/#get-quota). Between two looks, our own are
 * counted.
 */
class MonthlyQuota {
  readonly #api: LineApi;
  readonly #clock: Clock;
  #known: Quota | null = null;
  #nextMono = Number.NEGATIVE_INFINITY;

  constructor(api: LineApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** As it was last heard; asks again when that is long ago. Null: without limit, or not known yet. */
  now(): Quota | null {
    const { monoMs } = this.#clock();
    if (monoMs >= this.#nextMono) {
      this.#nextMono = monoMs + askEveryMs;
      void this.#ask();
    }
    return this.#known;
  }

  left(): number {
    const quota = this.now();
    return quota === null ? Number.POSITIVE_INFINITY : quota.limit - quota.used;
  }

  countOne(): void {
    if (this.#known !== null) this.#known = { ...this.#known, used: this.#known.used + 1 };
  }

  /** Never throws: what is not known now is asked for again. */
  async #ask(): Promise<void> {
    try {
      const [{ value }, { totalUsage }] = await Promise.all([
        this.#api.call((client) => client.getMessageQuota()),
        this.#api.call((client) => client.getMessageQuotaConsumption()),
      ]);
      this.#known =
        value === undefined ? null : { used: totalUsage, limit: value, period: 'month' };
    } catch {}
  }
}

/** The refusal of a repeat names the message that was taken. */
function idOfTaken({ body }: HTTPFetchError): string | null {
  try {
    const { sentMessages } = JSON.parse(body) as { sentMessages?: { id?: string }[] };
    return sentMessages?.[0]?.id ?? null;
  } catch {
    return null;
  }
}
