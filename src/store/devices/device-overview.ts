/** A device as the operator sees it, with its owner and who was told of its open outage. */
import type { ChannelName } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { nobodyTold, readToldRecipients, type ToldRecipients } from '../outbox/delivery-counts.ts';
import {
  type DeviceFacts,
  type DeviceFactsRow,
  factColumns,
  factJoins,
  toDeviceFacts,
} from './device-facts.ts';

/** A device as its rows describe it; times are epoch ms. */
export interface DeviceOverview extends DeviceFacts {
  /** The moment since which it holds credentials that have ended. Null: it does not. */
  readonly credentialsDueAt: number | null;
  readonly createdAt: number;
  readonly updateFailed: string | null;
  /** The device has no owner yet, and somebody is asked whether it is theirs. */
  readonly isAwaitingOwner: boolean;
  /** Null: the device was released, or waits for its owner. */
  readonly customer: {
    readonly id: number;
    readonly name: string;
    readonly phone: string;
    readonly isActive: boolean;
    /** The channels on which a recipient can be reached. */
    readonly reachableOn: readonly ChannelName[];
  } | null;
  readonly outage:
    | (NonNullable<DeviceFacts['outage']> & {
        /** The recipients that were told of its beginning. */
        readonly told: ToldRecipients;
      })
    | null;
}

interface OverviewRow
  extends DeviceFactsRow,
    Pick<DeviceOverview, 'credentialsDueAt' | 'createdAt' | 'updateFailed'> {
  readonly isAwaitingOwner: number;
  readonly customerId: number | null;
  readonly customerName: string;
  readonly phone: string;
  readonly isCustomerActive: number;
  /** As JSON. */
  readonly reachableOn: string;
}

/** The page is chosen first: only its devices are joined with other tables. */
const selectOverviews = `
  SELECT ${factColumns}, d.created_at AS createdAt, d.update_failed AS updateFailed,
    CASE WHEN d.next_token_hash IS NULL THEN d.credentials_due_at END AS credentialsDueAt,
    d.customer_id IS NULL AND EXISTS (SELECT 1 FROM join_requests j
      WHERE j.device_row = d.id AND j.refused_at IS NULL) AS isAwaitingOwner,
    c.id AS customerId, c.name AS customerName, c.phone, c.is_active AS isCustomerActive,
    (SELECT json_group_array(DISTINCT r.channel) FROM recipients r
      WHERE r.customer_id = d.customer_id AND r.unreachable_at IS NULL) AS reachableOn
  FROM devices d ${factJoins('all')}
  LEFT JOIN customers c ON c.id = d.customer_id`;

const overviews = perStore((store) =>
  store.sqlite.query<OverviewRow, [rows: string]>(
    `${selectOverviews} WHERE d.id IN (SELECT value FROM json_each(?))
    ORDER BY d.id DESC`,
  ),
);

/** These devices, newest first; missing ones are left out. */
export function readDeviceOverviews(store: Store, rows: readonly number[]): DeviceOverview[] {
  if (rows.length === 0) return [];
  return withTold(store, overviews(store).all(JSON.stringify(rows)));
}

const newest = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, [limit: number]>('SELECT id FROM devices ORDER BY id DESC LIMIT ?'),
);

/** The devices enrolled last, newest first. */
export function readNewestDevices(store: Store, limit: number): DeviceOverview[] {
  const rows = newest(store).all(limit);
  return readDeviceOverviews(
    store,
    rows.map(({ id }) => id),
  );
}

function withTold(store: Store, found: readonly OverviewRow[]): DeviceOverview[] {
  const outageIds = found.flatMap(({ outageId }) => (outageId === null ? [] : [outageId]));
  const told = readToldRecipients(store, outageIds);
  return found.map((row) => toOverview(row, told.get(row.outageId ?? 0) ?? nobodyTold));
}

const overviewOf = perStore((store) =>
  store.sqlite.query<OverviewRow, [deviceId: string]>(`${selectOverviews} WHERE d.device_id = ?`),
);

export function findDeviceOverview(store: Store, deviceId: string): DeviceOverview | undefined {
  const found = overviewOf(store).get(deviceId);
  return found === null ? undefined : withTold(store, [found])[0];
}

function toOverview(found: OverviewRow, told: ToldRecipients): DeviceOverview {
  const { customerId, customerName, phone, isCustomerActive, reachableOn, ...row } = found;
  const { outage, ...device } = toDeviceFacts(row);
  return {
    ...device,
    isAwaitingOwner: device.isAwaitingOwner === 1,
    customer:
      customerId === null
        ? null
        : {
            id: customerId,
            name: customerName,
            phone,
            isActive: isCustomerActive === 1,
            reachableOn: JSON.parse(reachableOn),
          },
    outage: outage && { ...outage, told },
  };
}
