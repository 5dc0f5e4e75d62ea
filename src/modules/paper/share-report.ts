import { drawSecret, hashSecret } from '../../actions/engine/secrets.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { LocalDates } from '../../domain/local-days.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Language } from '../../domain/states.ts';
import { describeReportShare, type ReportShareRow } from '../../store/alerts/report-shares.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findReportShare, insertReportShare, readReportShares } from './share-rows.ts';

type Context = Pick<Monitor, 'store'>;

/** The most shared reports of one customer that have not ended. */
const mostShares = 100;
const dayMs = 86_400_000;

/** The report that is shared. */
interface SharedReport {
  readonly dates: LocalDates;
  /** Null: all devices. */
  readonly deviceId: string | null;
  readonly language: Language;
  /** Days on which it can be read. */
  readonly days: number;
}

/**
 * Makes a secret address at which a report can be read until it ends.
 * @param actor null: the server sends a monthly report
 * @returns the secret, which is nowhere else
 * @throws AppError CONFLICT when there are too many
 */
export function shareReport(
  { store }: Context,
  customerId: number,
  { dates, deviceId, language, days }: SharedReport,
  actor: Actor | null,
  now: Instant,
): { readonly share: ReportShareRow; readonly secret: string } {
  const secret = drawSecret();
  const share = store.transaction(() => {
    if (actor !== null && readReportShares(store, customerId, now.wallMs).length >= mostShares) {
      throw new AppError('CONFLICT', `There are ${mostShares} shared reports already.`);
    }
    const share = insertReportShare(store, {
      customerId,
      deviceId,
      language,
      secretHash: hashSecret(secret),
      firstDate: dates.first,
      lastDate: dates.last,
      createdAt: now.wallMs,
      expiresAt: now.wallMs + days * dayMs,
    });
    if (actor !== null) {
      const entry = { actor, action: 'report.share', subject: `customer:${customerId}` };
      writeAudit(store, { ...entry, after: describeReportShare(share) }, now.wallMs);
    }
    return share;
  });
  return { share, secret };
}

/** @returns undefined: there is none, or it has ended */
export function findSharedReport(
  { store }: Context,
  secret: string,
  now: Instant,
): ReportShareRow | undefined {
  return findReportShare(store, hashSecret(secret), now.wallMs);
}
