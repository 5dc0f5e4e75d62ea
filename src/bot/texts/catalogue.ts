import type { Cause, Language } from '../../domain/states.ts';
import { en } from './en.ts';
import { th } from './th.ts';

export const commandNames = [
  'status',
  'report',
  'pin',
  'unpin',
  'mute',
  'unmute',
  'register',
  'login',
  'lang',
  'help',
] as const;
export type CommandName = (typeof commandNames)[number];

/** Losses that are no power outage, and are listed beside them. */
type OtherCause = Exclude<Cause, 'mains'>;

/**
 * The answers of the bot, in one language; HTML. Names come in already escaped, times and durations
 * already in words.
 */
export interface BotTexts {
  /** Shown in the messenger's command menu, and by /help. */
  readonly commands: Readonly<Record<CommandName, string>>;
  readonly welcome: string;
  /** To a chat of the operator's own. */
  readonly operatorConnected: string;
  readonly welcomeBack: (name: string) => string;
  readonly helpHeading: string;
  readonly notUnderstood: string;
  /** Also shown for a moment after a press; no mark-up. */
  readonly slowDown: string;
  readonly failed: string;
  readonly notConnected: string;

  readonly registerPrompt: string;
  /** Where a number cannot be shared: with a button that opens the dashboard. */
  readonly registerOnPage: string;
  readonly registerButton: string;
  /** The same where the pages have no address. */
  readonly registerTyped: string;
  readonly registerGroupPrompt: string;
  readonly shareContact: string;
  readonly notYourContact: string;
  readonly wrongCredentials: string;
  readonly tooManyTries: (seconds: number) => string;
  readonly accountInactive: string;
  readonly linkInvalid: string;
  readonly loginLink: (url: string) => string;
  readonly loginInPrivate: string;
  /** To a chat that is only told. */
  readonly loginNotAllowed: string;
  readonly loginUnavailable: string;
  readonly tooManyChats: string;
  /** In groups, to whoever is no administrator of theirs; at most 200 characters, no mark-up. */
  readonly adminsOnly: string;
  /** In groups of a messenger that knows no administrators; no mark-up. */
  readonly notInGroups: string;
  readonly moveAsk: (from: string, to: string) => string;
  readonly moveButton: string;
  readonly stayButton: string;
  readonly stayed: (name: string) => string;
  readonly moveStale: string;
  /** To somebody else than who asked for it; at most 200 characters, no mark-up. */
  readonly notYourMove: string;
  readonly connected: (name: string) => string;
  readonly noDevices: string;

  /** After the name of a site. `since` is a moment or null, `lasting` a duration. */
  readonly powerOn: (since: string | null) => string;
  readonly powerOut: (since: string, lasting: string | null) => string;
  readonly powerReportedOut: string;
  readonly silent: (since: string, lasting: string | null) => string;
  readonly powerReturning: (since: string) => string;
  readonly contactReturning: (since: string) => string;
  readonly powerUnknown: string;
  readonly noContact: string;
  readonly neverHeard: string;
  /** Below a site, one after the other. */
  readonly heard: (when: string) => string;
  readonly asleep: string;
  readonly reportsMains: string;
  readonly detectsSilence: (seconds: number) => string;
  readonly mutedUntil: (when: string) => string;
  readonly alertsOff: string;
  readonly noValidKey: string;
  readonly seenBy: (name: string) => string;
  readonly andMore: (sites: number) => string;

  readonly reportHeading: (month: string) => string;
  readonly reportNone: string;
  readonly reportSummary: (count: number, total: string, longest: string) => string;
  readonly reportOpenSilent: (count: number) => string;
  readonly reportOthers: (list: string) => string;
  readonly otherCause: Readonly<Record<OtherCause, (count: number) => string>>;

  readonly pinHeading: string;
  readonly pinAsOf: (at: string) => string;
  readonly pinOn: string;
  readonly pinOff: string;
  /** In place of a pinned message that is not kept up to date any more; no mark-up. */
  readonly pinEnded: string;
  readonly pinNoRight: string;
  readonly pinNotHere: string;

  readonly muted: (sites: string, until: string) => string;
  readonly unmuted: (sites: string) => string;
  readonly allSites: string;
  readonly muteUsage: string;
  /** To a chat that is only told; at most 200 characters, no mark-up. */
  readonly muteNotAllowed: string;
  readonly noSuchSite: (sites: string) => string;

  readonly languagePrompt: string;
  readonly languageSet: string;
  /** To a chat that is only told, where the owner has chosen one for all of the account's own. */
  readonly languageChosen: string;

  readonly notYours: string;
  readonly nothingToDo: string;
  /** Shown on the pressed message. */
  readonly acknowledgedBy: (name: string, at: string) => string;
  readonly muteNote: (until: string) => string;
  /** Shown for a moment after the press; at most 200 characters, no mark-up. */
  readonly ackDone: string;
  readonly ackAlready: (name: string) => string;
  readonly ackIsBack: string;
  readonly muteDone: string;

  /** Below a question about a board or a key, once it is answered. */
  readonly saidYes: (name: string, at: string) => string;
  readonly saidNo: (name: string, at: string) => string;
  /** Shown for a moment; at most 200 characters, no mark-up. */
  readonly yesDone: string;
  readonly noDone: string;
  readonly answeredAlready: string;
  readonly proveFirst: string;
  readonly keyRevoked: string;
}

export const botTexts: Readonly<Record<Language, BotTexts>> = { th, en };
