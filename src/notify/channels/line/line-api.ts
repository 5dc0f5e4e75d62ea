import { messagingApi } from '@line/bot-sdk';
import type { SetTimer } from '../../../domain/instant.ts';
import { LineTimeout } from './line-errors.ts';
import { exchangeHttp } from './line-http.ts';

export interface LineAccess {
  /** Channel access token. */
  readonly token: string;
  /** `https://api.line.me`, or a stand-in; without a trailing slash. */
  readonly apiRoot: string;
}

const usualLimitMs = 5_000;

/** LINE's own client, whose calls would wait without an end, over our own calls. */
export class LineApi {
  readonly #client: messagingApi.MessagingApiClient;
  readonly #setTimer: SetTimer;

  constructor(access: LineAccess, setTimer: SetTimer) {
    const client = new messagingApi.MessagingApiClient({ channelAccessToken: access.token });
    this.#client = exchangeHttp(client, access);
    this.#setTimer = setTimer;
  }

  /**
   * Makes a call, and waits at most `limitMs` for its answer.
   * @throws HTTPFetchError, LineTimeout, OutboundError
   */
  async call<Answer>(
    make: (client: messagingApi.MessagingApiClient) => Promise<Answer>,
    limitMs = usualLimitMs,
  ): Promise<Answer> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new LineTimeout('no answer in time'));
    const cancel = this.#setTimer(limitMs, stop);
    try {
      return await Promise.race([make(this.#client), promise]);
    } finally {
      cancel();
    }
  }
}
