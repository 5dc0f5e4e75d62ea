/**
 * The columns of each export: their names and contents. Fields of the API; nested fields are separate
 * columns.
 */

import type { DeviceAnswer } from '../../contract/devices/devices.ts';
import type { EventAnswer } from '../../contract/fleet/events.ts';
import type { KeyAnswer } from '../../contract/keys/keys.ts';
import type { AuditEntryAnswer } from '../../contract/people/audit.ts';
import type { CustomerAnswer } from '../../contract/people/customers.ts';
import { pluck } from '../../domain/fields.ts';
import { particulars } from '../../domain/people/particulars.ts';
import type { Cell, Column } from './csv.ts';

/** Columns that show fields as they are. */
function fields<Name extends string>(
  ...names: readonly Name[]
): Column<Readonly<Record<Name, Cell>>>[] {
  return names.map((name) => ({ name, cell: (row) => row[name] }));
}

export const customerColumns: readonly Column<CustomerAnswer>[] = fields(
  'id',
  'name',
  'phone',
  ...Object.values(pluck(particulars, 'column')),
  'device_count',
  'key_count',
  'is_active',
  'language',
  'messenger',
  'created_at',
  'deletion_requested_at',
  'phone_proven_at',
);

export const deviceColumns: readonly Column<DeviceAnswer>[] = [
  ...fields(
    'device_id',
    'site_name',
    'site_address',
    'customer_id',
    'customer_name',
    'phone',
    'device_type',
    'firmware_version',
    'update_failed',
    'status',
    'power_status',
    'last_heartbeat',
    'created_at',
    'transport',
    'rssi',
    'ssid',
    'voltage',
    'battery_level',
    'detects',
    'detects_within_seconds',
    'alerts',
    'muted_until',
    'credentials_due_at',
    'key_code',
    'key_expires_at',
    'is_awaiting_owner',
  ),
  { name: 'outage_id', cell: ({ outage }) => outage?.id ?? null },
  { name: 'outage_cause', cell: ({ outage }) => outage?.cause ?? null },
  { name: 'outage_down_at', cell: ({ outage }) => outage?.down_at ?? null },
  { name: 'outage_recover_at', cell: ({ outage }) => outage?.recover_at ?? null },
  { name: 'outage_acknowledged_at', cell: ({ outage }) => outage?.acknowledged_at ?? null },
  { name: 'outage_acknowledged_by', cell: ({ outage }) => outage?.acknowledged_by ?? null },
  // At the end, so that sheets that read columns by their letter keep working.
  { name: 'is_plain_outside', cell: ({ is_plain_outside: is }) => is },
  { name: 'refused', cell: ({ refused }) => refused },
  ...fields('cell', 'is_cell_operators', 'area'),
  { name: 'location_latitude', cell: ({ location }) => location?.latitude ?? null },
  { name: 'location_longitude', cell: ({ location }) => location?.longitude ?? null },
  ...fields('on_status_page', 'critical'),
];

export const keyColumns: readonly Column<KeyAnswer>[] = fields(
  'key_code',
  'purchase_type',
  'device_type',
  'customer_id',
  'customer_name',
  'phone',
  'device_id',
  'site_name',
  'price',
  'is_active',
  'status',
  'activated_at',
  'expires_at',
  'created_by',
  'created_at',
  'notes',
);

export const eventColumns: readonly Column<EventAnswer>[] = [
  ...fields(
    'id',
    'event_type',
    'event_time',
    'created_at',
    'device_id',
    'site_name',
    'customer_id',
    'customer_name',
    'voltage',
    'battery_level',
    'message',
  ),
  { name: 'details', cell: ({ details }) => json(details) },
  ...fields('outage_id', 'cause', 'duration_minutes', 'notified'),
  { name: 'delivery_sent', cell: ({ delivery }) => delivery.sent },
  { name: 'delivery_waiting', cell: ({ delivery }) => delivery.waiting },
  { name: 'delivery_failed', cell: ({ delivery }) => delivery.failed },
];

export const auditColumns: readonly Column<AuditEntryAnswer>[] = [
  ...fields('id', 'at', 'actor', 'action', 'subject'),
  { name: 'before', cell: ({ before }) => json(before) },
  { name: 'after', cell: ({ after }) => json(after) },
  ...fields('address', 'actor_name', 'subject_name', 'subject_device_id'),
];

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
