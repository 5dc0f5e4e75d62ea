import type { Cause, Language } from '../../domain/states.ts';
import { en } from './en.ts';
import { th } from './th.ts';

/** What a heading speaks of; `mixed` when a message tells of several kinds. */
export type Subject = 'mains' | 'silent' | 'mixed';
/** `contact`: heard again, and it was neither a power outage nor plainly the internet. */
export type RecoverySubject = 'mains' | 'network' | 'contact' | 'mixed';

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
 * The texts of alerts in one language. Each says only what is known: *power* only where a device
 * reported it or proved it, *contact* where there was silence. Headings get the number of sites.
 */
export interface Catalogue {
  readonly alertHeading: (subject: Subject, sites: number) => string;
  readonly reminderHeading: (subject: Subject, sites: number) => string;
  /** An alert that goes out when its outage is over already. */
  readonly overHeading: (subject: Subject, sites: number) => string;
  readonly recoveryHeading: (subject: RecoverySubject, sites: number) => string;
  /** Below, after the name of a site: it is down. `when`: `13:02`. */
  readonly mainsSince: (when: string, isAbout: boolean) => string;
  readonly silentSince: (when: string) => string;
  readonly mainsFor: (duration: string, when: string, isAbout: boolean) => string;
  readonly silentFor: (duration: string, when: string) => string;
  readonly over: Readonly<Record<Cause, (past: Past) => string>>;
  /** Once, below alerts of silence: what that means. */
  readonly silenceMeans: string;
  /** `due`: when it should have been there. */
  readonly lateNotice: (due: string) => string;
  readonly andMore: (sites: number) => string;
  readonly acknowledge: string;
  readonly muteOneHour: string;
}

export const catalogues: Readonly<Record<Language, Catalogue>> = { th, en };
