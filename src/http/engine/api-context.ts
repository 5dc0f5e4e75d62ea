import type { Monitor } from '../../actions/monitor.ts';
import type { PasswordCheck } from '../../actions/people/password-check.ts';
import type { SessionTokens } from '../../actions/people/session-tokens.ts';
import type { Tickets } from '../../actions/people/tickets.ts';
import type { KnownExtra } from '../../actions/system/extras.ts';
import type { EnrolAnswer } from '../../contract/fleet/device.ts';
import type { SettableChannel } from '../../contract/system/channel-settings.ts';
import type { BackupPlan } from '../../domain/backups/backup-ends.ts';
import type { ChannelStanding } from '../../domain/system/channel-standing.ts';
import type { ConsoleSetting } from '../../domain/system/console-settings.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import type { FarEndDoor } from '../../notify/channel.ts';
import type { Confirmation } from '../../notify/messages/render-confirmation.ts';
import type { BackupShelf } from '../../store/backups/backup-shelf.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import type { PlainPeople } from '../people/plain-people.ts';
import type { StreamHub } from '../stream/stream-hub.ts';
import type { Metric, SystemProbe } from '../system/system-probe.ts';
import type { Route } from './route.ts';

/** The bot as operators see it, and may connect it. */
interface MessengerAccess {
  /** Null: there is none. */
  readonly token: () => string | null;
  /** The configuration names the token: nothing else changes it. */
  readonly isConfigured: boolean;
  /** Chat that hears of the service's own troubles; null: none. */
  readonly adminChat: string | null;
  /**
   * @returns the bot's user name, with @
   * @throws AppError VALIDATION when the messenger does not know the token, UNAVAILABLE when it cannot be asked
   */
  readonly connect: (token: string) => Promise<string>;
  readonly disconnect: () => Promise<void>;
}

/** The channels as operators see them, and may set them up; `Channels` in main has the words. */
interface ChannelAccess {
  readonly standings: () => readonly ChannelStanding[];
  readonly settingsOf: (name: SettableChannel) =>
    | {
        readonly settings: Readonly<Record<string, unknown>>;
        readonly isConfigured: boolean;
      }
    | undefined;
  readonly save: (
    name: SettableChannel,
    given: Readonly<Record<string, unknown>>,
  ) => Promise<string | null>;
  readonly remove: (name: SettableChannel) => Promise<void>;
  readonly test: (name: SettableChannel, address: string) => Promise<string | null>;
  /** Resolves once it is known what became of notifications, or when nobody waits any longer. */
  readonly decided: (ids: readonly number[]) => Promise<void>;
  readonly askToConfirm: (
    name: SettableChannel,
    address: string,
    question: Confirmation,
  ) => Promise<void>;
  /** With what messages to this webhook are signed. Null: webhooks are not set up. */
  readonly webhookSecret: (address: string) => string | null;
  /** Whether any says the names of sites as their owners spoke them. */
  readonly sayNames: () => boolean;
  /** What the far end of a channel fetches and posts. Null: the channel is not set up, or has none. */
  readonly doorOf: (name: SettableChannel) => FarEndDoor | null;
  /** The key with which browsers subscribe. Null: browsers are not told. */
  readonly pushKey: () => string | null;
  /** To be called before somebody is connected on a channel that nobody set up. */
  readonly takeIntoUse: (name: SettableChannel) => void;
}

/** LINE as customers connect it; `LineBot` has the words. */
interface LineAccess {
  /** What LINE calls us, with @. Null: it is not set up, or LINE has not answered yet. */
  readonly basicId: () => string | null;
  /** Whether it is set up, answered or not. */
  readonly isSetUp: () => boolean;
  readonly dialogOf: (linkToken: string, nonce: string) => string;
  /** Resolves once it was worked on; null: it is not set up. */
  readonly take: (
    body: Uint8Array,
    signature: string,
  ) => Promise<'taken' | 'forged' | 'busy'> | null;
}

/** Settings of the machine that an owner may give in the console. */
export interface ConsoleSettingsAccess {
  stateOf(setting: ConsoleSetting): {
    /** What is in force. */
    readonly value: string | null;
    /** What the next start will have. */
    readonly next: string | null;
    /** Somebody chose it: it is no default. */
    readonly isGiven: boolean;
    /** The configuration names it: the console cannot change it. */
    readonly isConfigured: boolean;
  };
  /**
   * @param value null: as if it had never been given
   * @throws AppError VALIDATION, or CONFLICT where the configuration names it
   */
  save(setting: ConsoleSetting, value: string | null): Promise<void>;
}

/** How everybody can follow an area of the public page. */
export interface StatusWays {
  readonly email: boolean;
  /** With what browsers subscribe. Null: they cannot. */
  readonly pushKey: string | null;
}

/** A page that everybody may read. */
export interface PublicPage {
  readonly isShown: boolean;
  /** Whether the operator lets people follow areas: else nothing is kept of those who did. */
  readonly isOffered: boolean;
  /** How areas can be followed now. */
  readonly ways: () => StatusWays;
}

/** @param ways undefined: there is no such page */
export function isFollowOffered(ways: StatusWays | undefined): boolean {
  return ways !== undefined && (ways.email || ways.pushKey !== null);
}

interface RestartAccess {
  /** What restarts the server on its machine. Null: not known. */
  readonly command: string | null;
  /** Whether it is certain that a server which ends is started again. */
  readonly isCertain: () => Promise<boolean>;
  /** Ends this run in a moment. */
  readonly begin: () => void;
}

/** The modules, as an owner sees and switches them. */
export interface ExtrasAccess {
  readonly known: readonly KnownExtra[];
  /** Those that this run has switched on. */
  readonly on: readonly string[];
  /** The configuration names them: nothing else switches them. */
  readonly isConfigured: boolean;
  /** The settings that the configuration names. */
  readonly named: ReadonlySet<string>;
}

/** Everything the calls work on; put together by `main` or a test. */
export interface ApiContext {
  readonly monitor: Monitor;
  readonly version: string;
  readonly trustProxy: boolean;
  /** What machines of the cluster prove themselves with. Null: this is the only one. */
  readonly nodeSecret: string | null;
  readonly plainPeople: PlainPeople;
  /** IANA name; days and months are those of this zone. */
  readonly timezone: string;
  readonly tokens: SessionTokens;
  readonly passwords: PasswordCheck;
  /**
   * Where devices find MQTT. Asked at every enrolment, since port 0 is known only once it is open.
   * @param isSecure the device used TLS
   */
  readonly mqttEndpoint: (isSecure: boolean) => EnrolAnswer['mqtt'];
  readonly tickets: Tickets;
  /** The public address of the pages. Undefined: not configured. */
  readonly publicUrl: string | undefined;
  /** What the reference is made of. Undefined: the pages are not built. */
  readonly referenceTemplate: () => string | undefined;
  /** Hosts that are asked whether this server's own line is alive. */
  readonly uplinkTargets: readonly string[];
  /** Whether an address is called for as long as this server works. */
  readonly hasDeadMansSwitch: boolean;
  /** How power is by area, for everybody. Null: there is none. */
  readonly publicPage: PublicPage | null;
  readonly settings: ConsoleSettingsAccess;
  readonly extras: ExtrasAccess;
  /** The calls of the modules that are on. */
  readonly moduleRoutes: readonly Route[];
  /** The file of settings, whether it is there or not. */
  readonly configFile: string;
  readonly restart: RestartAccess;
  /** Where operators may log in besides here. Null: nowhere. */
  readonly provider: { readonly label: string } | null;
  /** Whether this process speaks TLS itself. */
  readonly isTls: boolean;
  /** The bot's user name without @, or null while there is none. */
  readonly botUsername: () => string | null;
  readonly telegram: MessengerAccess;
  readonly line: LineAccess;
  readonly channels: ChannelAccess;
  /** Addresses of the operator that the configuration names. */
  readonly operatorAddresses: readonly OperatorAddress[];
  /** The token that reads /metrics. Null: this machine needs none. */
  readonly metricsToken: string | null;
  readonly metrics: () => readonly Metric[];
  /** What only the process knows about itself. */
  readonly system: SystemProbe;
  /** The copies of the database. */
  readonly backups: BackupShelf;
  /** When copies are made and dropped. */
  readonly backupPlan: BackupPlan;
  /** The files of the firmware images. */
  readonly firmware: FirmwareShelf;
  /** The listeners of the live stream. */
  readonly streams: StreamHub;
}
