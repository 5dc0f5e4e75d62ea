import { validateSignature } from '@line/bot-sdk';
import { type LineAccess, LineApi } from '../../notify/channels/line/line-api.ts';
import { describeLineError } from '../../notify/channels/line/line-errors.ts';
import type { BotEnvironment } from '../chat.ts';
import { ChatLimits } from '../chat-limits.ts';
import { apologise, hear } from '../hear.ts';
import { PendingMoves } from '../pending-moves.ts';
import { addressOf, LineChat, type SendAnswer, toHeard } from './line-chat.ts';
import { type LineEvent, readDelivery } from './line-events.ts';
import { LineNames } from './line-names.ts';

interface LineBotOptions extends LineAccess, Omit<BotEnvironment, 'chosenLanguages' | 'moves'> {
  /** Channel secret: what posts are signed with. */
  readonly secret: string;
  readonly answer: SendAnswer;
}

const lineWebhookPath = '/api/line/webhook';
/** In the portal; with LINE's token for the chat. */
const connectPath = '/customer/alerts';
/** Events at work or waiting; LINE posts again what is refused. */
const maxWaiting = 1_000;
const maxRemembered = 10_000;

/**
 * Answers people on LINE, which posts what they write. A post is answered once it was worked on, so that
 * LINE posts again what a crash has cut off; the events of one chat go one after the other.
 */
export class LineBot {
  readonly #options: LineBotOptions;
  readonly #api: LineApi;
  readonly #environment: BotEnvironment;
  readonly #limits = new ChatLimits();
  readonly #names: LineNames;
  /** By chat: resolves once its last event is answered. */
  readonly #working = new Map<string, Promise<void>>();
  /** By event: resolves once it was worked on. */
  readonly #seen = new Map<string, Promise<void>>();
  #waiting = 0;
  #isOpen = false;

  constructor(options: LineBotOptions) {
    const { monitor, timezone, publicUrl, commands } = options;
    this.#options = options;
    this.#api = new LineApi(options, monitor.setTimer);
    this.#names = new LineNames(this.#api, monitor.clock);
    this.#environment = {
      monitor,
      timezone,
      publicUrl,
      commands,
      chosenLanguages: new Map(),
      moves: new PendingMoves(),
    };
  }

  start(): void {
    this.#isOpen = true;
    void this.#announce();
  }

  async stop(limitMs: number): Promise<void> {
    this.#isOpen = false;
    const bound = Promise.withResolvers<void>();
    const cancel = this.#options.monitor.setTimer(limitMs, bound.resolve);
    await Promise.race([this.settled(), bound.promise]);
    cancel();
  }

  /** Resolves once all that was posted has been worked on. */
  async settled(): Promise<void> {
    await Promise.all(this.#working.values());
  }

  /**
   * Takes a post of LINE's.
   * @param body as it came: the signature is over its bytes
   * @returns `forged`: it does not bear LINE's signature; `busy`: there is too much to do, and LINE is to
   *   post it again
   */
  async take(body: Uint8Array, signature: string): Promise<'taken' | 'forged' | 'busy'> {
    if (!validateSignature(Buffer.from(body), this.#options.secret, signature)) return 'forged';
    const { events = [] } = readDelivery(body) ?? {};
    if (!this.#isOpen || this.#waiting + events.length > maxWaiting) return 'busy';
    await Promise.all(events.map((event) => this.#workOnce(event)));
    return 'taken';
  }

  /** LINE posts an event again when the answer to its first post was late or lost. */
  #workOnce(event: LineEvent): Promise<void> {
    const { webhookEventId, mode } = event;
    if (mode === 'standby') return Promise.resolve();
    const known = this.#seen.get(webhookEventId);
    if (known !== undefined) return known;
    const work = this.#queue(event);
    this.#seen.set(webhookEventId, work);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > maxRemembered && oldest !== undefined) this.#seen.delete(oldest);
    return work;
  }

  #queue(event: LineEvent): Promise<void> {
    const address = addressOf(event);
    if (address === undefined) return Promise.resolve();
    this.#waiting += 1;
    const before = this.#working.get(address) ?? Promise.resolve();
    const work = before.then(() => this.#respond(event, address));
    this.#working.set(address, work);
    void work.finally(() => {
      this.#waiting -= 1;
      if (this.#working.get(address) === work) this.#working.delete(address);
    });
    return work;
  }

  /** Never throws. */
  async #respond(event: LineEvent, address: string): Promise<void> {
    const { answer, publicUrl, monitor } = this.#options;
    const chat = new LineChat({
      event,
      address,
      answer,
      api: this.#api,
      names: this.#names,
      connectPage:
        publicUrl === undefined
          ? null
          : (token) => `${new URL(connectPath, publicUrl).href}?line=${encodeURIComponent(token)}`,
    });
    const heard = toHeard(event, chat);
    if (heard === undefined) return;
    try {
      await chat.findNames();
      // A person who adds the account again can be written to again.
      if (event.type === 'follow' || event.type === 'join') {
        await hear(this.#environment, this.#limits, chat, { type: 'regained' });
      }
      await hear(this.#environment, this.#limits, chat, heard);
    } catch (error) {
      monitor.log.error(
        { err: error, type: event.type },
        'the bot failed to handle an event of LINE',
      );
      await apologise(this.#environment, chat, heard).catch(() => {});
    }
    chat.flush();
  }

  /** Says to LINE where to post. The chats work without it where somebody has entered the address there. */
  async #announce(): Promise<void> {
    const { publicUrl, monitor } = this.#options;
    if (publicUrl?.startsWith('https://') !== true) return;
    const endpoint = new URL(lineWebhookPath, publicUrl).href;
    try {
      await this.#api.call((client) => client.setWebhookEndpoint({ endpoint }));
    } catch (error) {
      const reason = describeLineError(error);
      monitor.log.warn({ reason, endpoint }, 'LINE was not told where to post');
    }
  }
}

/** The dialog in which LINE joins a chat to an account: it posts `nonce` back once the person agreed. */
export function lineDialog(linkToken: string, nonce: string): string {
  const dialog = new URL('https://access.line.me/dialog/bot/accountLink');
  dialog.searchParams.set('linkToken', linkToken);
  dialog.searchParams.set('nonce', nonce);
  return dialog.href;
}
