import { acknowledgeMessage } from '../actions/alerts/acknowledge-message.ts';
import { makeMessageLink } from '../actions/alerts/message-links.ts';
import { resumeAlerts } from '../actions/alerts/resume-alerts.ts';
import { awaitBoard } from '../actions/fleet/await-boards.ts';
import type { Monitor } from '../actions/monitor.ts';
import { farEndTicket, type Tickets } from '../actions/people/tickets.ts';
import type { ChatCommand } from '../bot/chat.ts';
import type { BotService } from '../bot/telegram/create-bot.ts';
import {
  type ChannelSettings,
  completeSchema,
  type SettableChannel,
  settableChannels,
} from '../contract/system/channel-settings.ts';
import { channelsInUse, leadsToPeople } from '../domain/alerts/channels.ts';
import { AppError } from '../domain/errors.ts';
import { refusals, sayIssue } from '../domain/findings.ts';
import type { Tick } from '../domain/instant.ts';
import type { ChannelStanding } from '../domain/system/channel-standing.ts';
import {
  type FoundSettings,
  findChannelSettings,
  forgetChannelSettings,
  keepChannelSettings,
} from '../installation/channel-settings.ts';
import type { Config } from '../installation/config.ts';
import { channelFolder } from '../installation/paths.ts';
import { loadPushSecret } from '../installation/push-secret.ts';
import { type Channel, type FarEndDoor, type Message, SendError } from '../notify/channel.ts';
import type { ChannelKind, ChannelTools } from '../notify/channel-kind.ts';
import { ChannelWatch } from '../notify/channel-watch.ts';
import { channelKinds } from '../notify/channels/channel-kinds.ts';
import { makeLogChannel } from '../notify/channels/log/log-channel.ts';
import { secretOf } from '../notify/channels/webhook/webhook-signature.ts';
import { vapidKeysOf } from '../notify/channels/webpush/vapid-keys.ts';
import { DayCount } from '../notify/day-count.ts';
import { createDelivery, type Delivery } from '../notify/deliver-pending.ts';
import type { ComposeDigest } from '../notify/delivery-lane.ts';
import { LeftAlone } from '../notify/left-alone.ts';
import { type Confirmation, renderConfirmation } from '../notify/messages/render-confirmation.ts';
import { renderChannelTest } from '../notify/messages/render-operator.ts';
import type { ProcessLog } from '../server/log.ts';
import { hasRecipients } from '../store/alerts/recipients.ts';
import { readSiteNumber } from '../store/devices/site-numbers.ts';
import { readSpokenSound } from '../store/devices/spoken-names.ts';
import {
  type Companion,
  type CompanionParts,
  type Companions,
  makeCompanion,
} from './companions.ts';
import type { WatchedFleet } from './watch-fleet.ts';

/** Compiles only if every channel that can be set up has its kind, made with the settings it has. */
const kinds: { readonly [Name in SettableChannel]: ChannelKind<ChannelSettings<Name>> } =
  channelKinds;

/** What modules do on channels. */
interface OfModules {
  readonly commands: readonly ChatCommand[];
  readonly composeDigest: ComposeDigest | null;
}

interface Connected<Name extends SettableChannel = SettableChannel> extends FoundSettings<Name> {
  readonly channel: Channel;
  readonly watch: ChannelWatch;
  readonly companion: Companion | null;
}

/**
 * The channels on which alerts go, and what hears the answers. Each exists while its settings are known:
 * from the start, or from when an operator gives them in the console.
 */
export class Channels {
  readonly outbox: Delivery;
  readonly #monitor: Monitor;
  readonly #config: Config;
  readonly #tools: ChannelTools;
  readonly #parts: CompanionParts;
  readonly #connected = new Map<SettableChannel, Connected>();
  /** They work by themselves, and nobody is connected there yet. */
  readonly #offered = new Set<SettableChannel>();
  #isStarted = false;
  /** Called when a far end did not take a message though nothing is wrong with it. */
  onTrouble: () => void = () => undefined;
  /** Resolves once the last change of settings is done. */
  #changed: Promise<unknown> = Promise.resolve();

  constructor(
    { monitor, changes }: WatchedFleet,
    config: Config,
    { log, unabridged }: ProcessLog,
    tickets: Tickets,
    { commands, composeDigest }: OfModules,
  ) {
    const { store, clock, setTimer } = monitor;
    this.#monitor = monitor;
    this.#config = config;
    this.#parts = { monitor, config, commands };
    const { public_url: publicUrl } = config;
    const linkTo: ChannelTools['linkTo'] = (action) =>
      publicUrl === undefined ? null : makeMessageLink(tickets, publicUrl, action, clock());
    this.#tools = {
      ...{ clock, setTimer, log, publicUrl, linkTo },
      outbound: { allowPrivate: config.allow_private_outbound },
      pushSecret: loadPushSecret(config),
      dayCountOf: (name) => new DayCount(name, { store, clock, timezone: config.timezone }),
      leftAlone: new LeftAlone({ store, clock, timezone: config.timezone }),
      seal: (subject, expiresAt) => tickets.issue(farEndTicket, subject, expiresAt),
      open: (sealed) => tickets.read(farEndTicket, sealed, clock().wallMs),
      siteNumberOf: (deviceId) => readSiteNumber(store, deviceId),
      spokenNameOf: (deviceId) => readSpokenSound(store, deviceId),
      acknowledge: (channel, pressed) =>
        acknowledgeMessage(monitor, { channel, ...pressed }, null, clock()),
      folderOf: (name) => channelFolder(config.data, name),
      timezone: config.timezone,
    };
    const systemUrl = publicUrl && new URL('/admin/system', publicUrl).href;
    const statusUrl = publicUrl && new URL('/status', publicUrl).href;
    this.outbox = createDelivery({
      ...{ store, clock, setTimer, log, timezone: config.timezone, systemUrl, statusUrl },
      channels: [makeLogChannel(unabridged)],
      composeDigest,
      settled: () => monitor.replication?.settled(),
      catchUpMs: () => monitor.replication?.catchUpMs ?? 0,
      mayBeRelieved: () => monitor.replication?.mayBeRelieved === true,
      onOutcomes: (ids) => changes.noteDelivered(ids),
      lineUpSince: () => monitor.lineUpSince,
      awaitBoard: (deviceId, isThroughLine) =>
        awaitBoard(monitor, deviceId, isThroughLine, clock()),
      onLimited: (name, forMs, detail) => {
        for (const [own, { watch }] of this.#connected) {
          if (own === name) watch.limit(forMs, detail, clock());
        }
      },
      onTrouble: (name) => {
        this.onTrouble();
        for (const [own, { watch }] of this.#connected) if (own === name) watch.doubt();
      },
    });
    for (const name of settableChannels) {
      const found = findChannelSettings(config, name);
      if (found !== undefined) this.#use(name, found, null);
    }
    if (!leadsToPeople(monitor.channels)) {
      log.warn({}, 'no channel is set up: nobody is told, alerts go only to this log');
    }
  }

  /** The part that hears people on a channel. Null: the channel is not set up. */
  companionOf<Name extends keyof Companions>(name: Name): Companions[Name] | null {
    return (this.#connected.get(name)?.companion ?? null) as Companions[Name] | null;
  }

  /** Our name at the far end. Null: it is not set up, or has not answered yet. */
  identityOf(name: SettableChannel): string | null {
    return this.#connected.get(name)?.watch.seen.identity ?? null;
  }

  /** Null: it is not set up. */
  find(name: SettableChannel): Channel | null {
    return this.#connected.get(name)?.channel ?? null;
  }

  /** Undefined: it is not set up. */
  settingsOf<Name extends SettableChannel>(name: Name): FoundSettings<Name> | undefined {
    return this.#connected.get(name) as Connected<Name> | undefined;
  }

  /** How those that are set up do. */
  standings(): ChannelStanding[] {
    const bot = this.companionOf('telegram');
    const { wallMs } = this.#monitor.clock();
    return [...this.#connected].map(([name, { channel, watch, settings }]) => {
      const kind: ChannelKind<never> = kinds[name];
      const signal = kind.readSignal?.(settings as never, wallMs);
      return {
        name,
        ...(name === 'telegram' && bot !== null ? standingOf(bot) : watch.seen),
        quota: channel.quota?.() ?? null,
        ...(signal !== undefined && { signal }),
      };
    });
  }

  start(): void {
    this.outbox.start();
    this.#isStarted = true;
    for (const { companion } of this.#connected.values()) companion?.start();
    // Customers can connect a chat only once it is known what the far end calls us.
    this.#look().catch((error: unknown) => {
      this.#tools.log.error({ err: error }, 'the channels could not be asked how they do');
    });
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    // Questions that were just asked are still answered.
    const companions = [...this.#connected.values()].map(({ companion }) => companion);
    await Promise.all(companions.map((companion) => companion?.stop(tellLimitMs)));
    const channels = [...this.#connected.values()].map(({ channel }) => channel.close?.());
    await Promise.all([this.outbox.stop(tellLimitMs), ...channels]);
  }

  /**
   * Asks the far end whose settings they are, keeps them for the next start, and begins.
   * @param given what is left out stays as it was
   * @returns what the far end calls us. Null: it is not asked
   * @throws AppError VALIDATION when settings are wrong or refused, UNAVAILABLE when the far end cannot be
   *   asked, CONFLICT when the configuration names them
   */
  save(name: SettableChannel, given: Readonly<Record<string, unknown>>): Promise<string | null> {
    return this.#afterOthers(() => this.#save(name, given));
  }

  async #save(
    name: SettableChannel,
    given: Readonly<Record<string, unknown>>,
  ): Promise<string | null> {
    const before = this.#requireOpen(name);
    const { values } = this.#config.channels[name];
    const settings = complete(name, { ...before?.settings, ...given, ...values });
    const identity = await this.#ask(name, settings);
    keepChannelSettings(this.#config.data, name, settings);
    if (before !== undefined && Bun.deepEquals(before.settings, settings)) return identity;
    const monitor = this.#monitor;
    await this.#leave(name);
    this.#use(name, { settings, isConfigured: false }, identity);
    if (this.#isStarted) this.#connected.get(name)?.companion?.start();
    // Whoever has a recipient there already is told of what goes on.
    monitor.store.transaction(() => resumeAlerts(monitor, {}, monitor.clock()));
    monitor.wakeOutbox();
    return identity;
  }

  /**
   * Forgets the settings; what waits for the channel waits on.
   * @throws AppError CONFLICT when the configuration names them
   */
  remove(name: SettableChannel): Promise<void> {
    return this.#afterOthers(async () => {
      this.#requireOpen(name);
      forgetChannelSettings(this.#config.data, name);
      await this.#leave(name);
      const found = findChannelSettings(this.#config, name);
      if (found !== undefined) this.#use(name, found, null);
    });
  }

  /** Changes come one after the other: of two at once, one would leave its companion working for ever. */
  #afterOthers<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    const done = this.#changed.then(change);
    this.#changed = done.catch(() => {});
    return done;
  }

  /**
   * Sends a message that says it is a test.
   * @returns what the far end says when it refuses. Null: it took the message
   * @throws AppError NOT_FOUND when the channel is not set up
   */
  async test(name: SettableChannel, address: string): Promise<string | null> {
    const channel = this.find(name);
    if (channel === null) throw new AppError('NOT_FOUND', 'This channel is not set up.');
    try {
      await this.#hand(channel, address, renderChannelTest(this.#config.admin_language));
      return null;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      return error.message;
    }
  }

  /** As of `Delivery`. Somebody waits in front of a screen. */
  readonly decided = (ids: readonly number[]): Promise<void> =>
    this.outbox.decided(ids, decidedLimitMs);

  /**
   * Asks whether an address is its reader's, in a message with nothing else.
   * @throws AppError VALIDATION when the far end does not take the address, UNAVAILABLE when it takes
   *   nothing now, CONFLICT when the channel is not set up
   */
  async askToConfirm(
    name: SettableChannel,
    address: string,
    question: Confirmation,
  ): Promise<void> {
    const channel = this.find(name);
    if (channel === null) throw new AppError('CONFLICT', refusals.channelOff);
    try {
      await this.#hand(channel, address, renderConfirmation(question));
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      this.#tools.log.warn({ channel: name, reason: error.message }, 'an address was not asked');
      if (error.permanent) throw new AppError('VALIDATION', refusals.addressRefused);
      throw new AppError('UNAVAILABLE', refusals.channelAway);
    }
  }

  /** @throws SendError */
  async #hand(channel: Channel, address: string, message: Message): Promise<void> {
    try {
      await channel.send(address, message, { retryKey: crypto.randomUUID() });
    } finally {
      this.outbox.countOther(channel.name, address);
    }
  }

  /** To be called before somebody is connected there. */
  takeIntoUse(name: SettableChannel): void {
    this.#offered.delete(name);
    this.#noteInUse();
  }

  /** With what messages to this webhook are signed. Null: webhooks are not set up. */
  webhookSecret(address: string): string | null {
    const found = this.settingsOf('webhook');
    return found === undefined ? null : secretOf(found.settings.signing_key, address);
  }

  /** Whether any says the names of sites as their owners spoke them. */
  sayNames(): boolean {
    return [...this.#connected.values()].some(({ channel }) => channel.saysNames === true);
  }

  /** What the far end of a channel fetches and posts. Null: the channel is not set up, or has none. */
  doorOf(name: SettableChannel): FarEndDoor | null {
    return this.find(name)?.door ?? null;
  }

  /** The key with which browsers subscribe. Null: browsers are not told. */
  pushKey(): string | null {
    return this.find('webpush') === null ? null : vapidKeysOf(this.#tools.pushSecret).publicKey;
  }

  /** Resolves once all that people wrote and that was posted here has been worked on. */
  async settled(): Promise<void> {
    await this.companionOf('line')?.settled();
  }

  /** Sees from time to time whether each far end still answers. */
  get tick(): Tick {
    return { name: 'watch-channels', everyMs: lookEveryMs, run: () => this.#look() };
  }

  /** Keeps what is pinned in chats up to date. */
  get pinTick(): Tick {
    return {
      name: 'keep-pins',
      everyMs: pinEveryMs,
      run: () => this.companionOf('telegram')?.keepPins(),
    };
  }

  async #look(): Promise<void> {
    const now = this.#monitor.clock();
    await Promise.all([...this.#connected.values()].map(({ watch }) => watch.look(now)));
  }

  #requireOpen(name: SettableChannel): Connected | undefined {
    if (this.#config.channels[name].isConfigured) {
      throw new AppError('CONFLICT', 'This channel is set up by the configuration.');
    }
    return this.#connected.get(name);
  }

  #use<Name extends SettableChannel>(
    name: Name,
    { settings, isConfigured, isByItself }: FoundSettings<Name>,
    identity: string | null,
  ): void {
    const kind = kinds[name];
    const channel = kind.make(settings, this.#tools);
    this.outbox.use(channel);
    const companion = makeCompanion(name, settings, this.#parts, this.outbox);
    const ask = kind.ask?.bind(kind, settings, this.#tools);
    // Telegram's bot knows how it does, and asks all the time.
    const isWatched = name !== 'telegram';
    const watch = new ChannelWatch(isWatched ? ask : undefined, identity, this.#tools.clock());
    this.#connected.set(name, { settings, isConfigured, channel, watch, companion } as Connected);
    if (isByItself && !hasRecipients(this.#monitor.store, name)) this.#offered.add(name);
    else this.#offered.delete(name);
    this.#noteInUse();
  }

  async #leave(name: SettableChannel): Promise<void> {
    const connected = this.#connected.get(name);
    if (connected === undefined) return;
    this.#connected.delete(name);
    this.#noteInUse();
    this.outbox.leave(name);
    await Promise.all([connected.companion?.stop(leaveLimitMs), connected.channel.close?.()]);
  }

  #noteInUse(): void {
    const inUse = [...this.#connected.keys()].filter((name) => !this.#offered.has(name));
    this.#monitor.channels = channelsInUse(inUse);
    this.#monitor.leftOut = new Map(
      [...this.#connected].map(([name, { channel }]) => [name, channel.leavesOut ?? new Set()]),
    );
  }

  async #ask<Name extends SettableChannel>(
    name: Name,
    settings: ChannelSettings<Name>,
  ): Promise<string | null> {
    try {
      return (await kinds[name].ask?.(settings, this.#tools)) ?? null;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (!error.permanent) throw new AppError('UNAVAILABLE', error.message);
      throw new AppError('VALIDATION', error.message);
    }
  }
}

/** @throws AppError VALIDATION, with what is wrong by field */
function complete<Name extends SettableChannel>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
): ChannelSettings<Name> {
  const parsed = completeSchema(name).safeParse(given, { error: sayIssue });
  if (parsed.success) return parsed.data as ChannelSettings<Name>;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const [[field, message] = ['', '']] = Object.entries(fields);
  throw new AppError('VALIDATION', `${field}: ${message}`, { fields });
}

function standingOf(bot: BotService): Omit<ChannelStanding, 'name' | 'quota'> {
  const { state, since, detail, username } = bot.status();
  const states = { off: 'starting', polling: 'working' } as const;
  return {
    state: state === 'off' || state === 'polling' ? states[state] : state,
    ...{ since, detail, identity: username === null ? null : `@${username}` },
  };
}

const lookEveryMs = 30_000;
/** No chat's pinned message is edited more often. */
const pinEveryMs = 5_000;
/** How long a stop waits for messages on their way, in ms. */
const tellLimitMs = 1_200;
/** How long somebody waits to see that a message was taken, in ms. */
const decidedLimitMs = 10_000;
/** How long other settings wait for messages on their way, in ms: an operator watches. */
const leaveLimitMs = 1_000;
