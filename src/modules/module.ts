/** What a module is. docs/architecture.md, "Core and modules", says how one is written. */
import type { ChangeFeed } from '../actions/feed/change-feed.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { SessionTokens } from '../actions/people/session-tokens.ts';
import type { Tickets } from '../actions/people/tickets.ts';
import type { KnownExtra } from '../actions/system/extras.ts';
import type { ChatCommand } from '../bot/chat.ts';
import type { EnrolAnswer } from '../contract/fleet/device.ts';
import type { Tick, Time } from '../domain/instant.ts';
import type { PublicPage } from '../http/engine/api-context.ts';
import type { Route } from '../http/engine/route.ts';
import type { MadePages } from '../http/pages/spa.ts';
import type { Metric } from '../http/system/system-probe.ts';
import type { Config } from '../installation/config.ts';
import type { GuestDoor } from '../mqtt/guest-door.ts';
import type { ComposeDigest } from '../notify/delivery-lane.ts';
import type { OutboundPolicy } from '../outbound/resolve-checked.ts';

/** What is known of a module without loading it. */
export interface Module extends KnownExtra {
  /** Called only where the module is on; resolves to what starts it. */
  readonly load: () => Promise<(core: Core) => ModuleBody>;
}

/** All that a module is given, when it starts. It opens nothing yet: its ticks and doors come afterwards. */
export interface Core {
  readonly monitor: Monitor;
  /** Tells open pages of area outages; all else that is stored it finds by itself. */
  readonly changes: Pick<ChangeFeed, 'noteAreas'>;
  readonly config: Config;
  /** Of the release. */
  readonly version: string;
  readonly time: Time;
  /** Where calls that leave the program may lead. */
  readonly outbound: OutboundPolicy;
  /** Proves what only a reader of this server's words can know. */
  readonly tickets: Tickets;
  /** Of sessions. */
  readonly tokens: SessionTokens;
  /** Where clients find MQTT; as of `ApiContext`. */
  readonly mqttEndpoint: (isSecure: boolean) => EnrolAnswer['mqtt'];
  /** With what browsers subscribe to messages. Null: they cannot. */
  readonly pushKey: () => string | null;
}

/** What a module does once it is on. */
export interface ModuleBody {
  readonly routes?: readonly Route[];
  readonly ticks?: readonly Tick[];
  /** Read when `/metrics` is asked for. */
  readonly metrics?: () => readonly Metric[];
  /** Clients of MQTT that are no boards. */
  readonly guests?: GuestDoor;
  /** Called when the server stops, before the doors close. */
  readonly stop?: () => Promise<void>;
  /** Pages that the server makes. */
  readonly pages?: MadePages;
  /** What everybody may read and follow. Who follows is kept, told and let go by the core. */
  readonly publicPage?: PublicPage;
  /** What people may write to the bot, besides what it always knows. */
  readonly chatCommands?: readonly ChatCommand[];
  /** Messages of the kind `digest` are queued and worded by a module; how they wait and end, the core decides. */
  readonly composeDigest?: ComposeDigest;
  /**
   * Area outages are found. How they are worded and told, the core decides from their rows; where nobody finds any,
   * it lets go of those that went on.
   */
  readonly findsAreas?: true;
  /** Where operators prove who they are, besides here. */
  readonly provider?: { readonly label: string };
}
