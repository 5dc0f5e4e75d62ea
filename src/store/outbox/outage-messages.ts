/** Alerts, reminders and recoveries: what waits for one address, and the message that is made of it. */
import { alertSettingColumns } from '../../domain/alerts/alert-settings.ts';
import type { Awaited, OutageFacts, OutageTimes } from '../../domain/alerts/messages/outage.ts';
import {
  dependsOnAlerts,
  factsOfAlerts,
  type RecipientOfAddress,
} from '../../domain/alerts/outage-alerts.ts';
import { plannedAt } from '../../domain/alerts/planned-time.ts';
import type { ContactOrder } from '../../domain/alerts/telling.ts';
import type { Nearby } from '../../domain/fleet/area-loss.ts';
import { type OutageKind, outageKinds } from '../../domain/states.ts';
import {
  contactOfRecipient,
  type QuietRow,
  quietColumns,
  quietHoursOf,
} from '../alerts/contacts.ts';
import { readPlannedTimes } from '../alerts/planned-times.ts';
import { readNearby } from '../areas/area-outages.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import { readActiveKeys } from '../keys/active-keys.ts';
import { criticalCalls, readAlertsOf, recipientColumns, recipientOf } from './outage-alerts.ts';
import {
  type Addressed,
  type ClaimedNotification,
  isRecipientMeant,
  type Meant,
  type OutboxKind,
  recipientsOfBoth,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';

/** Finds a board that may still come back after an absence of this server, as `OutageFacts` has it. */
export type AwaitBoard = (deviceId: string) => Awaited | null;

export interface ClaimedOutage extends ClaimedNotification {
  readonly kind: OutageKind;
  readonly siteName: string;
  readonly deviceId: string;
  /** The board has reported that it sleeps until power is back. */
  readonly isAsleep: boolean;
  /** As `OutageFacts` has it. */
  readonly criticalCalls?: number | null;
  /** The end of the planned time in which it fell (epoch ms). Null: it was not announced. */
  readonly announcedUntil?: number | null;
  /** The area outage that it is part of. Null: none that its owner may know of. */
  readonly nearby?: Nearby | null;
  readonly outage: OutageTimes & {
    readonly id: number;
    readonly startKnown: 'reported' | 'heartbeat' | 'silence';
    readonly flaps: number;
  };
}

export interface OutageMessage extends Addressed<ClaimedOutage> {
  /** Kind of the first row. In a summary, other rows may be of other kinds. */
  readonly kind: OutageKind;
  /** Whether the message sums up what quiet hours have held. */
  readonly isSummary?: boolean;
  /** Whether the recipient may mute sites; left out: it may. */
  readonly mayMute?: boolean;
}

/** One row with what it points to. */
interface Row
  extends WaitingRow,
    Meant,
    Pick<RecipientOfAddress, 'contactId' | 'isReachable'>,
    QuietRow,
    OutageTimes,
    Pick<
      OutageFacts,
      | 'kind'
      | 'delayMs'
      | 'quietUntil'
      | 'sayableSince'
      | 'isCustomerActive'
      | 'isAlertEnabled'
      | 'isAlertOnRecovery'
      | 'isCallOnRecovery'
      | 'mutedUntil'
      | 'thresholdMs'
      | 'mayHaveArrived'
      | 'criticalCalls'
    > {
  readonly sequence: number;
  readonly address: string;
  /** Null: the outage turned out to be part of another one. Then its columns and those of its site are null, too. */
  readonly outageId: number | null;
  /** Of `lostAgain`; null, both: there is none. */
  readonly againDownAt: number | null;
  readonly againRecoverAt: number | null;
  readonly startKnown: ClaimedOutage['outage']['startKnown'];
  readonly flaps: number;
  readonly siteRow: number | null;
  /** Null: it belongs to nobody. */
  readonly siteOwner: number | null;
  readonly siteName: string;
  readonly deviceId: string;
  readonly isAsleep: boolean;
  /** The account that it is for; for the operator, the one that the outage befell. */
  readonly accountId: number | null;
  readonly mayMute: boolean;
  readonly order: ContactOrder | null;
}

/** A notification that waits, with what decides what becomes of it, and what it says. */
interface WaitingOutage extends Row, OutageFacts {}

const statements = perStore(({ sqlite }) => ({
  waiting: sqlite.query<Stored<Row>, WantedRows & { readonly kind: OutageKind }>(`
    SELECT ${waitingColumns}, n.kind, n.sequence, n.channel, n.recipient AS address,
      n.customer_id AS customerId, n.delay_ms AS delayMs, n.quiet_until AS quietUntil,
      n.sayable_since AS sayableSince, ${recipientColumns},
      o.id AS outageId, o.cause, o.start_known AS startKnown, o.flaps, o.down_at AS downAt,
      o.recover_at AS recoverAt, o.confirmed_at AS confirmedAt, o.acknowledged_at AS acknowledgedAt,
      d.id AS siteRow, d.customer_id AS siteOwner, d.site_name AS siteName, d.device_id AS deviceId,
      d.alert_enabled AS isAlertEnabled, d.alert_on_recovery AS isAlertOnRecovery,
      d.call_on_recovery AS isCallOnRecovery,
      again.down_at AS againDownAt, again.recover_at AS againRecoverAt,
      d.muted_until AS mutedUntil, d.${alertSettingColumns.thresholdSeconds} * 1000 AS thresholdMs,
      ${criticalCalls} AS criticalCalls, d.sleep IS NOT NULL AS isAsleep, n.ambiguous_attempts > 0 AS mayHaveArrived,
      c.id AS accountId, c.is_active AS isCustomerActive, p.is_for_all_sites AS isForAllSites,
      coalesce(r.role <> 'told' OR r.is_allowed_to_mute, 1) AS mayMute, k."order", ${quietColumns}
    FROM notifications n
    LEFT JOIN outages o ON o.id = n.outage_id
    LEFT JOIN devices d ON d.id = o.device_row
    LEFT JOIN outages again ON again.device_row = o.device_row AND again.confirmed_at IS NULL
      AND again.id <> o.id
    LEFT JOIN customers c ON c.id = coalesce(n.customer_id, o.customer_id)
    ${recipientsOfBoth}
    LEFT JOIN contacts k ON k.id = ${contactOfRecipient}
    ${whereWanted('+$kind')}`),
  reminders: sqlite.query<
    { outageId: number; sequence: number },
    [outageIds: string, channel: string, address: string, after: number]
  >(`
    SELECT outage_id AS outageId, sequence FROM notifications
    WHERE outage_id IN (SELECT value FROM json_each(?)) AND kind = 'reminder'
      AND channel = +? AND recipient = +? AND sequence > +?`),
}));

/**
 * Notifications of outages, of one kind, that wait for one address, in the order of due times.
 * @param now epoch ms
 */
function readWaitingOutages(
  store: Store,
  kind: OutageKind,
  wanted: WantedRows,
  now: number,
  awaitBoard: AwaitBoard,
): WaitingOutage[] {
  const rows = statements(store)
    .waiting.all({ ...wanted, kind })
    .map(readStored<Row>);
  const messages = rows.map((row) => ({
    ...row,
    recipient: recipientOf(row),
    order: row.order ?? 'together',
    isCriticalCall: row.criticalCalls !== null,
    // Hours that were quiet before the site was marked hold nothing any more.
    quietUntil: row.criticalCalls === null ? row.quietUntil : null,
  }));
  const alerts = readAlertsOf(store, outagesOf(messages.filter(dependsOnAlerts)));
  const lastReminders = kind === 'reminder' ? readLastReminders(store, rows) : new Map();
  const validKeys = readDevicesWithKey(store, rows, now);
  return messages.map((row) => {
    const isForOperator = row.customerId === null;
    const { cause, downAt, recoverAt, confirmedAt, acknowledgedAt } = row;
    return {
      ...row,
      outage:
        row.outageId === null ? null : { cause, downAt, recoverAt, confirmedAt, acknowledgedAt },
      isDeviceTheirs:
        row.accountId !== null && row.siteOwner === row.accountId && isRecipientMeant(row),
      hasValidKey: row.siteRow !== null && validKeys.has(row.siteRow),
      // Settings that a customer has chosen for a site are not the operator's.
      isAlertEnabled: isForOperator || row.isAlertEnabled,
      isAlertOnRecovery: isForOperator || row.isAlertOnRecovery,
      isCallOnRecovery: !isForOperator && row.isCallOnRecovery,
      lostAgain:
        row.againDownAt === null
          ? null
          : { downAt: row.againDownAt, recoverAt: row.againRecoverAt },
      mutedUntil: isForOperator ? null : row.mutedUntil,
      hasNewerReminder: (lastReminders.get(row.outageId) ?? 0) > row.sequence,
      ...factsOfAlerts(row, alerts.get(row.outageId) ?? [], now),
      quietHours: quietHoursOf(row),
      planned: row.outageId === null ? [] : readPlannedTimes(store, row, downAt),
      isTried: row.attempts > 0,
      awaited: row.outageId === null ? null : awaitBoard(row.deviceId),
    };
  });
}

function outagesOf(rows: readonly Pick<Row, 'outageId'>[]): number[] {
  return [...new Set(rows.flatMap(({ outageId }) => outageId ?? []))];
}

/** The number of the last reminder of each outage after the first of these rows, for the same address. */
function readLastReminders(store: Store, rows: readonly Row[]): Map<number | null, number> {
  const [first] = rows;
  const last = new Map<number | null, number>();
  if (first === undefined) return last;
  const after = Math.min(...rows.map(({ sequence }) => sequence));
  const ids = JSON.stringify(outagesOf(rows));
  const later = statements(store).reminders.all(ids, first.channel, first.address, after);
  for (const { outageId, sequence } of later) {
    last.set(outageId, Math.max(sequence, last.get(outageId) ?? 0));
  }
  return last;
}

function readDevicesWithKey(store: Store, rows: readonly Row[], now: number): ReadonlySet<number> {
  const devices = [...new Set(rows.flatMap(({ siteRow }) => siteRow ?? []))];
  const valid = readActiveKeys(store, devices).filter(
    ({ expiresAt }) => expiresAt === null || expiresAt > now,
  );
  return new Set(valid.map(({ deviceRow }) => deviceRow));
}

export function outageMessages(
  store: Store,
  kind: OutageKind,
  now: number,
  timezone: string,
  awaitBoard: AwaitBoard,
): OutboxKind<WaitingOutage, OutageMessage> {
  const read = (of: OutageKind, wanted: WantedRows) =>
    readWaitingOutages(store, of, wanted, now, awaitBoard);
  const tell = (row: WaitingOutage): ClaimedOutage => {
    const { outage, outageId, planned, startKnown, flaps } = row;
    if (outage === null || outageId === null) throw new Error('It tells of no outage');
    return {
      ...row,
      announcedUntil: plannedAt(planned, 'announced', outage.downAt, timezone)?.toAt ?? null,
      nearby: readNearby(store, outageId),
      outage: { ...outage, id: outageId, startKnown, flaps },
    };
  };
  return {
    read: (wanted) => read(kind, wanted),
    readWith: (first, wanted) =>
      first.quietUntil === null
        ? []
        : outageKinds.filter((other) => other !== kind).flatMap((other) => read(other, wanted)),
    compose: (message) => {
      const [first, ...others] = message.rows;
      const { quietUntil, mayMute } = first;
      const rows = [tell(first), ...others.map(tell)] as const;
      return { ...message, kind, isSummary: quietUntil !== null, mayMute, rows };
    },
  };
}
