/** What modules add to the pages of the core. The server says with each page which modules are on. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PortalDevice } from '../../../src/contract/devices/portal.ts';
import type { ReportAnswer } from '../../../src/contract/fleet/report.ts';
import type { ProofMethod } from '../../../src/domain/states.ts';
import type { Language } from './language.ts';
import type { OperatorRole } from './operator-role.ts';

interface Named {
  /** As in `FAIWATCH_EXTRAS`. */
  readonly name: string;
}

export interface ConsoleExtras extends Named {
  readonly menu?: readonly MenuEntry[];
  readonly waysIn?: readonly WayIn[];
  readonly sharedLosses?: SharedLosses;
}

/** How operators show who they are, besides a password and a passkey. */
export interface WayIn {
  /** As a call names it that asks for a proof. */
  readonly method: ProofMethod;
  /** At the log-in. */
  readonly SignIn: ComponentType<{ onIn: () => void }>;
  /** Where the console asks again. */
  readonly Proof: ComponentType<{ onDone: () => void }>;
  /** In the form that adds an operator: the name by which the provider will know them. */
  readonly NameField: ComponentType<{ Field: ComponentType<TextFieldWords> }>;
}

/** Losses of many sites that are one, wherever the console lists what is lost. */
export interface SharedLosses {
  /** Those that go on. */
  readonly goingOn: UseQueryOptions<unknown, Error, readonly SharedLoss[], readonly string[]>;
  /** Called by the pages that list what is lost, before anything is. */
  readonly loadParts: () => Promise<SharedLossParts>;
}

/** What shows them. */
interface SharedLossParts {
  /** Above the list of outages; `open`: the one whose sites are listed. */
  readonly Cards: ComponentType<{ open: number | undefined }>;
  /** On the dashboard, a line each. */
  readonly Rows: ComponentType;
  /** One of them, on a screen on the wall. */
  readonly WallRow: ComponentType<{ id: number }>;
}

interface SharedLoss {
  readonly id: number;
  /** Those that are not back. */
  readonly sites: number;
  /** Of all that it has taken. */
  readonly deviceIds: readonly string[];
}

interface MenuEntry {
  readonly to: `/admin/${string}`;
  /** The module's other words come with its pages. */
  readonly label: Readonly<Record<Language, string>>;
  readonly icon: LucideIcon;
  /** The least role that may see it. */
  readonly needs: OperatorRole;
}

interface TextFieldWords {
  label: string;
  hint?: string;
  autoComplete?: 'off';
  maxLength?: number;
  isOptional?: boolean;
}

export interface PortalExtras extends Named {
  /** In a customer's outage report. */
  readonly reportCards?: readonly ComponentType<{ device: string | undefined }>[];
  /** Files of it, in the menu that keeps it. */
  readonly reportFiles?: readonly ReportFile[];
  /** What else can be done with it, in the same menu. */
  readonly reportDialogs?: readonly ReportDialog[];
  /** Switches of a chat of the owner's, for what it gets besides alerts. */
  readonly chatWishes?: readonly ComponentType<ChatWishProps>[];
  /** On the card of a site, lost or not, so that it is there when the site is lost: what is known of those around it. */
  readonly Nearby?: ComponentType<{ nearby: PortalDevice['nearby'] }>;
  /** On the page of a customer's account, below the others. */
  readonly accountSections?: readonly ComponentType[];
  /** Beside a customer's planned times. */
  readonly plannedTimes?: PlannedTimesExtras;
}

interface ReportEntry {
  /** The module's other words come with what it opens. */
  readonly label: Readonly<Record<Language, string>>;
  readonly icon: LucideIcon;
}

interface ReportFile extends ReportEntry {
  /** Rejects where it could not be made. */
  readonly save: (asked: AskedReport) => Promise<void>;
}

export interface AskedReport {
  /** As the report was asked for. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** IANA name. */
  readonly timezone: string;
  readonly language: Language;
}

interface ReportDialog extends ReportEntry {
  readonly load: () => Promise<ComponentType<ReportDialogProps>>;
}

export interface ReportDialogProps {
  report: ReportAnswer;
  /** The device it is about; undefined: all. */
  device: string | undefined;
  onClose: () => void;
}

export interface ChatWishProps {
  chat: { readonly id: number; readonly wants_digest: boolean };
}

interface PlannedTimesExtras {
  /** Whether `Sources` has something to show. */
  readonly isUsed: UseQueryOptions<unknown, Error, boolean, readonly string[]>;
  /** Buttons for owners. */
  readonly Tools: ComponentType<PlannedToolsProps>;
  /** Where times come from by themselves. */
  readonly Sources: ComponentType<{ mayRemove: boolean }>;
}

export interface PlannedToolsProps {
  look: 'ghost' | 'secondary';
  /** Shows a dialog, which stays while the buttons find another place. */
  onOpen: (dialog: ComponentType<PlannedDialogProps>) => void;
}

export interface PlannedDialogProps {
  sites: readonly { device_id: string; site_name: string }[];
  onClose: () => void;
}

function isOn({ name }: Named): boolean {
  return (document.documentElement.dataset['extras']?.split(' ') ?? []).includes(name);
}

let inConsole: readonly ConsoleExtras[] = [];
let inPortal: readonly PortalExtras[] = [];

/** Called by the entry of the console, before anything is drawn; never where a page is rendered for the build. */
export function addToConsole(all: readonly ConsoleExtras[]): void {
  inConsole = all.filter(isOn);
}

/** Called by the entry of the portal. */
export function addToPortal(all: readonly PortalExtras[]): void {
  inPortal = all.filter(isOn);
}

/** Of the modules that are on. */
export const consoleExtras = () => inConsole;
export const portalExtras = () => inPortal;
export const plannedTimesExtras = () =>
  inPortal.flatMap(({ name, plannedTimes }) => (plannedTimes ? [{ name, ...plannedTimes }] : []));
export const reportFiles = () => inPortal.flatMap(({ reportFiles: files }) => files ?? []);
export const reportDialogs = () => inPortal.flatMap(({ reportDialogs: dialogs }) => dialogs ?? []);
export const sharedLosses = () =>
  inConsole.flatMap(({ name, sharedLosses: losses }) => (losses ? [{ name, ...losses }] : []));
export const waysIn = () => inConsole.flatMap(({ waysIn: ways }) => ways ?? []);

/** For `beforeLoad` of a module's pages: where it is off, there is nothing. */
export function requireExtra(name: string): void {
  if (!isOn({ name })) throw notFound();
}
