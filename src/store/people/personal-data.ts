/**
 * Everything that is stored about one customer, in sections. Times are epoch ms, in columns whose names end
 * in `_at` or `_until`. Secrets and their hashes are left out: they say nothing about a person. The caller
 * masks activation keys everywhere.
 */
import { alertSettingColumns } from '../../domain/alerts/alert-settings.ts';
import { slotMs, unpackHour } from '../../domain/fleet/mains-voltage.ts';
import { particulars } from '../../domain/people/particulars.ts';
import { wavOf } from '../../domain/wav.ts';
import { isOwnersWord } from '../devices/join-requests.ts';
import { readSpokenSound } from '../devices/spoken-names.ts';
import { perStore, type Store } from '../engine/open.ts';
import { inBlocks, rollUpBlocks } from '../fleet/roll-ups.ts';
import { readVitals, unheard } from '../fleet/vitals.ts';
import { readKeptByModules } from './kept-by-modules.ts';

export type PersonalRow = Readonly<Record<string, string | number | null>>;

/** Rows that are read in one step: a few milliseconds. */
const rowsPerRead = 200;

/** Reads on from the mark, in the order of time, as the index by customer is. */
type PagedQuery = [customerId: number, markAt: number, markId: number, limit: number];
interface Mark {
  readonly markAt: number;
  readonly markId: number;
}

type MarkedRow = PersonalRow & Mark;

/** The person who takes the data out: the operator, or somebody who is in the account. */
export type TakenBy = 'operator' | 'customer';

const settings = Object.values(alertSettingColumns)
  .map((column) => `d.${column}`)
  .join(', ');

const makeStatements = (takenBy: TakenBy) =>
  perStore(({ sqlite }) => {
    // A stranger may have typed the customer's number at a board. Until somebody has vouched for the
    // account, what the operator wrote about the customer is left out.
    const ifOwners = (column: string, unless = 'FALSE') =>
      takenBy === 'operator'
        ? column
        : `CASE WHEN ${unless} OR ${isOwnersWord} THEN ${column} END AS ${column.split('.').at(-1)}`;
    // The address of a program or a browser is a secret from its path on.
    const shownAddress = (column: 'address' | 'recipient') =>
      `CASE WHEN channel IN ('webhook', 'webpush')
          THEN substr(${column}, 1, instr(substr(${column}, 9), '/') + 8) ELSE ${column} END AS ${column}`;
    // An operator's address is no data about the customer.
    const addressOfActor =
      takenBy === 'operator'
        ? 't.address'
        : "CASE WHEN t.actor = 'customer:' || ?1 THEN t.address END AS address";
    const ifOwnersOrOwn = (column: string) => ifOwners(column, "t.actor = 'customer:' || ?1");
    const all = (sql: string) => sqlite.query<PersonalRow, [customerId: number]>(sql);
    const paged = (columns: string, table: string, at: string) =>
      sqlite.query<MarkedRow, PagedQuery>(
        `SELECT t.${at} AS markAt, t.id AS markId, ${columns} FROM ${table}
      WHERE t.customer_id = ?1 AND (t.${at}, t.id) > (?2, ?3) ORDER BY t.${at}, t.id LIMIT ?4`,
      );
    return {
      whole: {
        account: all(`
        SELECT name, phone, phone_proven_at, ${Object.values(particulars)
          .map(({ column }) => ifOwners(`c.${column}`))
          .join(', ')}, language, is_active,
          deletion_requested_at, created_at
        FROM customers c WHERE id = ?`),
        devices: all(`
        SELECT d.id AS device_row, d.device_id, d.site_name, d.site_address, d.cell, d.area, d.latitude, d.longitude, d.is_on_status_page,
          d.device_type, d.firmware_version, d.link,
          d.power, ${settings}, d.muted_until, d.created_at, d.ssid
        FROM devices d WHERE d.customer_id = ? ORDER BY d.id`),
        keys: all(`
        SELECT k.key_code, k.purchase_type, k.device_type, k.enrolled_phone, k.price, k.is_active,
          k.activated_at, k.expires_at, k.created_at, ${ifOwners('k.notes')}
        FROM activation_keys k JOIN customers c ON c.id = k.customer_id
        WHERE k.customer_id = ? ORDER BY k.created_at`),
        chats: all(`
        SELECT channel, ${shownAddress('address')}, r.name, r.language, k.name AS contact, unreachable_at,
          unreachable_reason, r.digest_since, r.role, r.is_allowed_to_mute, r.created_at
        FROM recipients r LEFT JOIN contacts k ON k.id = r.contact_id
        WHERE r.customer_id = ? ORDER BY r.id`),
        contacts: all(`
        SELECT name, is_own, language, "order", after_minutes, quiet_from AS quiet_from_minute,
          quiet_to AS quiet_to_minute, wakes AS told_in_quiet_hours, created_at,
          (SELECT group_concat(d.device_id, ', ') FROM contact_devices s
            JOIN devices d ON d.id = s.device_row WHERE s.contact_id = c.id
              AND d.customer_id = c.customer_id AND c.is_for_chosen_sites = 1) AS only_for_devices
        FROM contacts c WHERE customer_id = ? ORDER BY id`),
        keys_seen_in_chats: all(`
        SELECT k.key_code, s.chat, s.seen_at FROM seen_keys s
        JOIN activation_keys k ON k.ref = s.key_ref AND k.customer_id = s.customer_id
        WHERE s.customer_id = ? ORDER BY s.id`),
        planned_times: all(`
        SELECT kind, note, starts_at, ends_at, is_weekly, ended_at, created_at,
          (SELECT group_concat(d.device_id, ', ') FROM devices d
            WHERE d.customer_id = p.customer_id AND p.is_for_chosen_sites = 1 AND (
              d.id IN (SELECT s.device_row FROM planned_time_devices s WHERE s.planned_id = p.id)
              OR d.id IN (SELECT s.device_row FROM outage_calendar_devices s
                WHERE s.calendar_id = p.calendar_id))) AS only_for_devices
        FROM planned_times p WHERE customer_id = ? ORDER BY id`),
        outage_calendars: all(`
        SELECT url, read_at, created_at FROM outage_calendars
        WHERE customer_id = ? AND next_read_at IS NOT NULL ORDER BY id`),
        shared_reports: all(`
        SELECT first_date, last_date, device_id, language, created_at, expires_at
        FROM report_shares WHERE customer_id = ? ORDER BY id`),
        ...readKeptByModules(all),
        sessions: all(`
        SELECT method, created_at, last_used_at, address, user_agent
        FROM sessions WHERE customer_id = ? ORDER BY created_at`),
      },
      paged: {
        outages: paged(
          `d.device_id, t.cause, t.down_at, t.detected_at, t.recover_at, t.confirmed_at, t.flaps,
        t.acknowledged_at, t.acknowledged_by`,
          'outages t INDEXED BY outages_customer CROSS JOIN devices d ON d.id = t.device_row',
          'down_at',
        ),
        events: paged(
          `d.device_id, t.event_type, t.occurred_at, t.created_at, t.voltage, t.battery_level,
        t.message, t.details`,
          'events t INDEXED BY events_customer LEFT JOIN devices d ON d.id = t.device_row',
          'occurred_at',
        ),
        messages: paged(
          `t.kind, t.channel, ${shownAddress('recipient')}, t.status, t.due_at, t.sent_at, t.last_error,
        t.created_at`,
          'notifications t INDEXED BY notifications_customer',
          'created_at',
        ),
      },
      devices: sqlite.query<RolledUpDevice, [customerId: number]>(`
      SELECT id AS deviceRow, device_id AS deviceId, owned_since AS ownedSince
      FROM devices WHERE customer_id = ? ORDER BY id`),
      heartbeats: sqlite.query<
        PersonalRow,
        [deviceRow: number, blocks: string, ownedSince: number]
      >(`
      SELECT t.occurred_at, t.created_at, t.voltage, t.battery_level, t.details
      FROM ${inBlocks('t', '?1', '?2')}
      WHERE t.customer_id IS NULL AND t.occurred_at > ?3 ORDER BY t.occurred_at, t.id`),
      voltages: sqlite.query<
        PackedVoltages,
        [customerId: number, markRow: number, markAt: number, limit: number]
      >(`
      SELECT m.device_row AS deviceRow, m.hour_at AS hourAt, m.slots, d.device_id AS deviceId
      FROM devices d CROSS JOIN mains_voltages m ON m.device_row = d.id
      WHERE d.customer_id = ?1 AND (m.device_row, m.hour_at) > (?2, ?3)
      ORDER BY m.device_row, m.hour_at LIMIT ?4`),
      spokenNames: sqlite.query<
        { readonly device_id: string; readonly recorded_at: number },
        [customerId: number]
      >(`
      SELECT d.device_id, s.recorded_at FROM devices d JOIN spoken_names s ON s.device_row = d.id
      WHERE d.customer_id = ? ORDER BY d.id`),
      audit: sqlite.query<PersonalRow, [customerId: number, above: number, upTo: number]>(`
      SELECT t.at AS done_at, t.actor, t.action, t.subject, ${ifOwnersOrOwn('t.before')},
        ${ifOwnersOrOwn('t.after')}, ${addressOfActor}
      FROM audit_log t JOIN customers c ON c.id = ?1
      WHERE (t.actor = 'customer:' || ?1 OR t.subject = 'customer:' || ?1) AND t.id > ?2 AND t.id <= ?3
      ORDER BY t.id`),
      auditRange: sqlite.query<{ first: number | null; last: number | null }, []>(`
      SELECT (SELECT min(id) FROM audit_log) AS first, (SELECT max(id) FROM audit_log) AS last`),
    };
  });

const statements = {
  operator: makeStatements('operator'),
  customer: makeStatements('customer'),
} as const;

export interface PersonalSection {
  readonly name: string;
  /** Reads the rows in steps. */
  readonly pages: () => Generator<readonly PersonalRow[], void, void>;
}

/** @param sound of µ-law */
function toWav(sound: Uint8Array): string {
  return Buffer.from(wavOf(sound, 'mu-law')).toString('base64');
}

/** Gives the rows of devices what each was last heard to say. */
function addVitals(store: Store, rows: readonly PersonalRow[]): PersonalRow[] {
  const vitals = readVitals(
    store,
    rows.map(({ device_row }) => Number(device_row)),
  );
  return rows.map(({ device_row, ...row }) => {
    const { lastHeardAt, rssi, voltage, batteryLevel } = vitals.get(Number(device_row)) ?? unheard;
    return { ...row, last_heard_at: lastHeardAt, rssi, voltage, battery_level: batteryLevel };
  });
}

interface RolledUpDevice {
  readonly deviceRow: number;
  readonly deviceId: string;
  /** Its hourly heartbeats are the customer's from then on. */
  readonly ownedSince: number;
}

/** A block of a device has some six hourly heartbeats. */
const blocksPerRead = 30;

/** Reads page by page, each from the last row of the one before. */
function* readOn(
  from: number,
  read: (last: Mark) => readonly MarkedRow[],
): Generator<readonly PersonalRow[], void, void> {
  let last: Mark = { markAt: from, markId: 0 };
  for (;;) {
    const rows = read(last);
    yield rows.map(({ markAt: _at, markId: _id, ...row }): PersonalRow => row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsPerRead) return;
    last = end;
  }
}

interface PackedVoltages {
  readonly deviceRow: number;
  readonly hourAt: number;
  readonly slots: Uint8Array;
  readonly deviceId: string;
}

/** An hour has six rows. */
const hoursPerRead = 50;

function toVoltages({ deviceId, hourAt, slots }: PackedVoltages): PersonalRow[] {
  return unpackHour(slots).flatMap((slot, index) =>
    slot === null
      ? []
      : {
          device_id: deviceId,
          measured_at: hourAt + index * slotMs,
          min_volts: slot.min,
          mean_volts: Math.round((slot.sum / slot.count) * 10) / 10,
          max_volts: slot.max,
        },
  );
}

/** Entries of the audit log that are looked at in one step. Few of them are about one customer. */
const entriesPerRead = 2_000;

export function personalSections(
  store: Store,
  customerId: number,
  takenBy: TakenBy,
): PersonalSection[] {
  const { whole, paged, devices, spokenNames, heartbeats, voltages, audit, auditRange } =
    statements[takenBy](store);
  return [
    ...Object.entries(whole).map(([name, query]) => ({
      name,
      *pages() {
        const rows = query.all(customerId);
        yield name === 'devices' ? addVitals(store, rows) : rows;
      },
    })),
    ...Object.entries(paged).map(([name, query]) => ({
      name,
      pages: () =>
        readOn(Number.MIN_SAFE_INTEGER, ({ markAt, markId }) =>
          query.all(customerId, markAt, markId, rowsPerRead),
        ),
    })),
    {
      name: 'spoken_names',
      *pages() {
        for (const row of spokenNames.all(customerId)) {
          const sound = readSpokenSound(store, row.device_id);
          if (sound !== null) yield [{ ...row, wav_base64: toWav(sound) }];
        }
      },
    },
    {
      name: 'heartbeats',
      *pages() {
        for (const { deviceRow, deviceId, ownedSince } of devices.all(customerId)) {
          const blocks = rollUpBlocks(store, ownedSince).reverse();
          for (let at = 0; at < blocks.length; at += blocksPerRead) {
            const some = JSON.stringify(blocks.slice(at, at + blocksPerRead));
            const rows = heartbeats.all(deviceRow, some, ownedSince);
            yield rows.map((row) => ({ device_id: deviceId, ...row }));
          }
        }
      },
    },
    {
      name: 'mains_voltages',
      *pages() {
        let last = { deviceRow: 0, hourAt: 0 };
        for (;;) {
          const hours = voltages.all(customerId, last.deviceRow, last.hourAt, hoursPerRead);
          yield hours.flatMap(toVoltages);
          const end = hours.at(-1);
          if (end === undefined || hours.length < hoursPerRead) return;
          last = end;
        }
      },
    },
    {
      name: 'audit',
      *pages() {
        const { first, last } = auditRange.get() ?? {};
        for (let above = (first ?? 1) - 1; above < (last ?? 0); above += entriesPerRead) {
          yield audit.all(customerId, above, above + entriesPerRead);
        }
      },
    },
  ];
}
