import { buttonActions } from '../../domain/alerts/button-actions.ts';
import { isLate } from '../../domain/alerts/delivery.ts';
import type { Cause, OutageKind } from '../../domain/states.ts';
import type { ClaimedOutage, OutageMessage } from '../../store/outbox/outage-messages.ts';
import type { MessageButton, ToldOutage } from '../channel.ts';
import type { Catalogue, RecoverySubject, Subject } from './catalogue.ts';
import { fitLines, showName } from './plain-text.ts';
import type { MessageBody, Wording } from './wording.ts';

type Outage = ClaimedOutage['outage'];

/** Says that outages began, go on, or are over. */
export function renderOutages(message: OutageMessage, wording: Wording): MessageBody {
  const { kind, rows } = message;
  const { texts, times, now } = wording;
  const outages = rows.map((row) => row.outage);
  const told = { outages: rows.map(factsOf) };
  const isGoingOn = outages.some((outage) => outage.confirmedAt === null);
  const parts = [`<b>${headingOf(message, outages, texts)}</b>`, listSites(rows, wording)];
  if (message.isSummary === true) {
    const buttons = isGoingOn ? buttonsOf(message, texts) : [];
    return { html: parts.join('\n'), buttons, ...told };
  }
  if (kind === 'alert' && outages.some((outage) => isSilent(outage))) {
    parts.push(texts.silenceMeans);
  }
  if (kind !== 'recovery') parts.push(...sayNearby(rows, texts));
  const dueAt = Math.min(...rows.map((row) => row.dueAt));
  if (kind !== 'reminder' && isLate(dueAt, now)) parts.push(texts.lateNotice(times.moment(dueAt)));
  const buttons = kind !== 'recovery' && isGoingOn ? buttonsOf(message, texts) : [];
  return { html: parts.join('\n'), buttons, ...told };
}

function factsOf({ kind, siteName, deviceId, outage, announcedUntil }: ClaimedOutage): ToldOutage {
  const { id: outageId, cause, downAt, recoverAt, acknowledgedAt } = outage;
  const isAnnounced = announcedUntil != null;
  return {
    kind,
    siteName,
    deviceId,
    outageId,
    cause,
    downAt,
    recoverAt,
    acknowledgedAt,
    isAnnounced,
  };
}

function buttonsOf(
  { rows, mayMute = true }: OutageMessage,
  texts: Catalogue,
): readonly MessageButton[] {
  const id = `${rows[0].id}`;
  const acknowledge = { text: texts.acknowledge, action: buttonActions.acknowledge, id };
  const mute = { text: texts.muteOneHour, action: buttonActions.mute, id };
  return mayMute ? [acknowledge, mute] : [acknowledge];
}

/** The loss around the sites that are still lost; one line, also for several of them. */
function sayNearby(rows: readonly ClaimedOutage[], texts: Catalogue): string[] {
  const [nearby] = rows
    .filter(({ outage }) => outage.confirmedAt === null)
    .flatMap((row) => row.nearby ?? [])
    .toSorted((a, b) => b.sites - a.sites);
  if (nearby === undefined) return [];
  const { sites, cause, status, isReturning } = nearby;
  const isPower = cause === 'mains';
  const what = isPower && status === 'suspected' ? 'silent' : cause;
  return [
    texts.nearby(sites, what),
    ...(isReturning ? [isPower ? texts.powerReturns : texts.contactReturns] : []),
  ];
}

function isSilent(outage: Outage): boolean {
  return outage.confirmedAt === null && outage.cause !== 'mains';
}

function headingOf(message: OutageMessage, outages: readonly Outage[], texts: Catalogue): string {
  const { kind } = message;
  const sites = outages.length;
  if (message.isSummary === true) return texts.summaryHeading;
  if (kind === 'recovery') {
    return texts.recoveryHeading(only(outages.map(({ cause }) => recoverySubject(cause))), sites);
  }
  const subject = only(outages.map(({ cause }) => lossSubject(cause)));
  if (kind === 'reminder') return texts.reminderHeading(subject, sites);
  return outages.every((outage) => outage.confirmedAt !== null)
    ? texts.overHeading(subject, sites)
    : texts.alertHeading(subject, sites);
}

/** The subject that all have in common, or `mixed`. */
function only<T extends string>(subjects: readonly T[]): T | 'mixed' {
  const [first, ...rest] = new Set(subjects);
  return first === undefined || rest.length > 0 ? 'mixed' : first;
}

function lossSubject(cause: Cause): Exclude<Subject, 'mixed'> {
  return cause === 'mains' ? 'mains' : 'silent';
}

function recoverySubject(cause: Cause): Exclude<RecoverySubject, 'mixed'> {
  return cause === 'mains' || cause === 'network' ? cause : 'contact';
}

/** Lists the sites, one a line, as many as fit. */
function listSites(rows: readonly ClaimedOutage[], wording: Wording): string {
  const bullet = rows.length > 1 ? '• ' : '';
  const lines = rows.map(
    ({ kind, siteName, outage, isAsleep, announcedUntil = null }) =>
      `${bullet}<b>${showName(siteName)}</b>: ${describe(outage, kind, wording)}${
        kind === 'reminder' && isAsleep ? wording.texts.asleep : ''
      }${announcedUntil === null ? '' : wording.texts.announcedUntil(wording.times.moment(announcedUntil))}`,
  );
  return fitLines(lines, wording.texts.andMore);
}

function describe(outage: Outage, kind: OutageKind, wording: Wording): string {
  const { texts, times, duration, now } = wording;
  const { cause, downAt, recoverAt, startKnown } = outage;
  const isAbout = startKnown !== 'reported';
  if (outage.confirmedAt !== null && recoverAt !== null) {
    const span = times.span(downAt, recoverAt);
    const lasted = duration(recoverAt - downAt);
    return texts.over[cause]({ span, duration: lasted, isAbout, flaps: outage.flaps });
  }
  const when = times.moment(downAt);
  if (kind === 'reminder') {
    const lasts = duration(now - downAt);
    return cause === 'mains' ? texts.mainsFor(lasts, when, isAbout) : texts.silentFor(lasts, when);
  }
  return cause === 'mains' ? texts.mainsSince(when, isAbout) : texts.silentSince(when);
}
