import type { StatusKind } from '../../domain/fleet/status-news.ts';
import type { Cause, ChannelName, Language } from '../../domain/states.ts';
import type { LeadObstacle } from '../../domain/system/cluster.ts';
import type { ChannelTrouble, OwnProblem } from '../../domain/system/system-problems.ts';
import { en } from './en.ts';
import { th } from './th.ts';

/** The subject of a heading; `mixed` when a message tells of several kinds. */
export type Subject = 'mains' | 'silent' | 'mixed';
/** `contact`: the device is heard again, and nothing shows whether power or the internet was lost. */
export type RecoverySubject = 'mains' | 'network' | 'contact' | 'mixed';

/** The subject of a message about keys: keys that end soon, keys that have ended, or both. */
type ExpirySubject = 'ending' | 'ended' | 'mixed';

/** An outage that is over, in words. */
export interface Past {
  /** `13:02–13:40`. */
  readonly span: string;
  /** `38 min`. */
  readonly duration: string;
  /** The beginning was inferred, not reported. */
  readonly isAbout: boolean;
  /** How often power came back for a moment. */
  readonly flaps: number;
}

/**
 * The texts of messages in one language. Each says only what is known: *power* where a device reported
 * or proved that it was lost, *contact* where there was silence. Headings get the number of sites.
 */
export interface Catalogue {
  readonly alertHeading: (subject: Subject, sites: number) => string;
  readonly reminderHeading: (subject: Subject, sites: number) => string;
  /** The heading of an alert that goes out after its outage has ended. */
  readonly overHeading: (subject: Subject, sites: number) => string;
  readonly recoveryHeading: (subject: RecoverySubject, sites: number) => string;
  /** After the name of a site that is down. `when`: `13:02`. */
  readonly mainsSince: (when: string, isAbout: boolean) => string;
  readonly silentSince: (when: string) => string;
  /** After the duration of a power outage, when the board is silent, too. */
  readonly asleep: string;
  /** Behind a loss that was announced: until when. */
  readonly announcedUntil: (until: string) => string;
  readonly mainsFor: (duration: string, when: string, isAbout: boolean) => string;
  readonly silentFor: (duration: string, when: string) => string;
  readonly over: Readonly<Record<Cause, (past: Past) => string>>;
  /** Once, below alerts of silence: what silence means. */
  readonly silenceMeans: string;
  /** How many sites of others were lost with it. `silent`: of power or the internet, nobody knows yet. */
  readonly nearby: (sites: number, what: 'mains' | 'silent' | 'network') => string;
  /** Around a site that is still lost. */
  readonly powerReturns: string;
  readonly contactReturns: string;
  /** `due`: when the message should have gone. */
  readonly lateNotice: (due: string) => string;
  /** Above what quiet hours have held. */
  readonly summaryHeading: string;
  readonly andMore: (sites: number) => string;
  readonly acknowledge: string;
  readonly muteOneHour: string;
  readonly test: TestTexts;
  readonly expiry: ExpiryTexts;
  readonly account: AccountTexts;
  readonly confirmation: ConfirmationTexts;
  readonly status: StatusTexts;
  readonly operator: OperatorTexts;
}

/** The texts of a test alert. Every line shows that it is a test. */
interface TestTexts {
  readonly heading: string;
  readonly means: string;
  /** Above the sites. */
  readonly wouldSay: string;
  readonly noSites: string;
  /** After the name of a site. `words`: what an alert of it would say. */
  readonly quote: (words: string) => string;
  readonly muted: (words: string, until: string) => string;
  readonly alertsOff: string;
  readonly noValidKey: string;
  readonly neverHeard: string;
  readonly end: string;
}

interface ExpiryTexts {
  readonly heading: (subject: ExpirySubject, keys: number) => string;
  /** `hint`: the end of its code. */
  readonly key: (hint: string) => string;
  /** `days`: midnights until then; 0 is today. `when`: `14 Feb 13:02`, today `13:02`. */
  readonly endsIn: (days: number, when: string) => string;
  readonly ended: (when: string) => string;
  readonly renewInTime: string;
  /** When all have ended. */
  readonly renewToResume: string;
}

/** The texts that ask whether an address is its reader's. */
interface ConfirmationTexts {
  readonly heading: string;
  /** `account`: escaped. */
  readonly asks: (account: string) => string;
  readonly ignore: string;
  readonly action: string;
}

/** The texts for whoever follows an area of the public page. `area`: escaped. */
interface StatusTexts {
  readonly began: Readonly<Record<StatusKind, (area: string) => string>>;
  readonly ended: Readonly<Record<StatusKind, (area: string) => string>>;
  readonly since: (when: string) => string;
  /** `span`: when it was. */
  readonly was: (span: string, duration: string) => string;
  /** How this is known. */
  readonly source: string;
  readonly page: (url: string) => string;
  readonly asks: string;
  readonly about: (area: string) => string;
  readonly ignore: string;
  readonly action: string;
  /** To a browser that has just been asked, and said yes by itself. */
  readonly follows: (area: string) => string;
  readonly willBeTold: string;
  readonly left: (area: string) => string;
  readonly leftMeans: string;
  readonly stop: string;
}

/** The texts about who may use an account. Names are already escaped. */
interface AccountTexts {
  /** The board, the key, or both; at least one is given. `hint`: the end of the key's code. */
  readonly boardAndKey: (site: string | null, hint: string | null) => string;
  /** `what`: a board, a key, or both. `by`: who said yes. Null: nobody was asked. */
  readonly joined: (what: string, by: string | null) => string;
  readonly left: (what: string) => string;
  readonly keysJoined: (count: number) => string;
  readonly keysLeft: (count: number) => string;
  /** Keys have other codes. */
  readonly codesReplaced: (count: number) => string;
  readonly chatJoined: (chat: string) => string;
  /** From now on. */
  readonly chatLogsIn: (chat: string) => string;
  readonly chatLeft: (chat: string) => string;
  readonly chatMoved: (chat: string) => string;
  /** To the chat that was disconnected. */
  readonly cutOff: (account: string) => string;
  readonly acknowledged: (by: string, site: string) => string;
  readonly acknowledgementWithdrawn: (by: string, site: string) => string;
  /** `sites`: empty for all of them. */
  readonly announced: (sites: string, span: string) => string;
  /** An announced outage will not be; `sites` as above. */
  readonly calledOff: (sites: string, span: string) => string;
  readonly joinAsked: (what: string) => string;
  readonly questioned: (what: string) => string;
  readonly isItYours: string;
  /** In place of buttons, where a yes would not count. */
  readonly proveFirst: string;
  readonly moreAsked: string;
  readonly yes: string;
  readonly no: string;
}

/** Texts for the operator, about the service itself. */
export interface OperatorTexts {
  readonly began: string;
  readonly ended: string;
  readonly seeSystem: string;
  /** The words of a test message. */
  readonly test: { readonly heading: string; readonly text: string };
  /** The words around what the simulated board says. `waits`: the console's, of a message that nobody took yet. */
  readonly simulated: Readonly<Record<'mark' | 'board' | 'end' | 'waits', string>>;
  /** The words of an area outage. */
  readonly area: {
    /** `silent`: of power or the internet, nobody knows yet. */
    readonly began: Readonly<Record<'mains' | 'silent' | 'network', string>>;
    readonly ended: string;
    /** Where sites are known by their points only. */
    readonly unnamed: string;
    readonly andMore: (cells: number) => string;
    readonly lost: (lost: number, sites: number, since: string) => string;
    readonly back: (back: number, lost: number, span: string) => string;
  };
  readonly problem: Readonly<Record<OwnProblem, string>>;
  readonly cluster: {
    readonly quorumLost: (span: string) => string;
    readonly unable: (node: string, why: string) => string;
    readonly obstacle: Readonly<Record<LeadObstacle, string>>;
    readonly behind: (nodes: string) => string;
    readonly moved: (node: string, since: string) => string;
    /** `again`: the same machine leads as before. */
    readonly why: Readonly<Record<'planned' | 'silent' | 'again', (from: string) => string>>;
  };
  readonly channel: Readonly<Record<ChannelName, string>>;
  /** `channel`: its name. */
  readonly trouble: Readonly<Record<ChannelTrouble, (channel: string) => string>>;
}

export const catalogues: Readonly<Record<Language, Catalogue>> = { th, en };
