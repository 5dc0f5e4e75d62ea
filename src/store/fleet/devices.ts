import {
  type AlertSettings,
  alertSettingColumns as columns,
} from '../../domain/alerts/alert-settings.ts';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { DeviceStateRow, StoredDeviceState } from '../../domain/fleet/device-state.ts';
import type { Transport } from '../../domain/states.ts';
import { readOpenOutages } from '../alerts/outages.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readVitals, unheard } from './vitals.ts';

/** A device as it is loaded into memory. */
export interface LoadedDevice {
  readonly row: number;
  readonly deviceId: string;
  readonly customerId: number | null;
  readonly ownedSince: number;
  readonly siteName: string;
  readonly deviceType: DeviceType;
  readonly cell: string | null;
  readonly area: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tokenHash: string | null;
  readonly nextTokenHash: string | null;
  readonly credentialsDueAt: number | null;
  readonly firmwareVersion: string | null;
  readonly updateFailed: string | null;
  readonly hasMainsSense: boolean;
  readonly transport: Transport | null;
  readonly rssi: number | null;
  readonly ssid: string | null;
  readonly voltage: number | null;
  readonly batteryLevel: number | null;
  readonly sleep: string | null;
  /** Whether any of its keys is still active. */
  readonly hasActiveKey: boolean;
  /** The device has no owner yet, and somebody is asked whether it is theirs. */
  readonly isAwaitingOwner: boolean;
  readonly stored: StoredDeviceState;
}

type LoadedRow = Omit<
  LoadedDevice,
  | 'hasMainsSense'
  | 'hasActiveKey'
  | 'isAwaitingOwner'
  | 'rssi'
  | 'voltage'
  | 'batteryLevel'
  | 'stored'
> &
  DeviceStateRow & {
    readonly hasMainsSense: number;
    readonly hasActiveKey: number;
    readonly isAwaitingOwner: number;
  };

/** Written by hand: with the query builder, ten thousand devices took a quarter of the time to start. */
const selectDevices = `
  SELECT d.id AS row, d.device_id AS deviceId, d.customer_id AS customerId,
    d.owned_since AS ownedSince, d.site_name AS siteName, d.device_type AS deviceType,
    d.cell, d.area, d.latitude, d.longitude,
    d.token_hash AS tokenHash, d.next_token_hash AS nextTokenHash,
    d.credentials_due_at AS credentialsDueAt, d.firmware_version AS firmwareVersion,
    d.update_failed AS updateFailed, d.has_mains_sense AS hasMainsSense, d.transport, d.link, d.power, d.boot_id AS bootId,
    d.ssid, d.sleep,
    EXISTS (SELECT 1 FROM activation_keys k
      WHERE k.device_row = d.id AND k.is_active = 1) AS hasActiveKey,
    d.customer_id IS NULL AND EXISTS (SELECT 1 FROM join_requests j
      WHERE j.device_row = d.id AND j.refused_at IS NULL) AS isAwaitingOwner
  FROM devices d`;

const allDevices = perStore((store) => store.sqlite.query<LoadedRow, []>(selectDevices));
const someDevices = perStore((store) =>
  store.sqlite.query<LoadedRow, [deviceIds: string]>(
    `${selectDevices} WHERE d.device_id IN (SELECT value FROM json_each(?))`,
  ),
);

/**
 * Reads devices with their vitals, open outages and standing of their keys.
 * @param deviceIds only these; undefined: all
 */
export function loadDevices(store: Store, deviceIds?: readonly string[]): LoadedDevice[] {
  const isAll = deviceIds === undefined;
  const rows = isAll ? allDevices(store).all() : someDevices(store).all(JSON.stringify(deviceIds));
  const ids = isAll ? undefined : rows.map(({ row }) => row);
  const open = new Map(readOpenOutages(store, ids).map((outage) => [outage.deviceRow, outage]));
  const vitals = readVitals(store, ids);
  return rows.map((row) => {
    const heard = vitals.get(row.row) ?? unheard;
    return {
      row: row.row,
      deviceId: row.deviceId,
      customerId: row.customerId,
      ownedSince: row.ownedSince,
      siteName: row.siteName,
      deviceType: row.deviceType,
      cell: row.cell,
      area: row.area,
      latitude: row.latitude,
      longitude: row.longitude,
      tokenHash: row.tokenHash,
      nextTokenHash: row.nextTokenHash,
      credentialsDueAt: row.credentialsDueAt,
      firmwareVersion: row.firmwareVersion,
      updateFailed: row.updateFailed,
      hasMainsSense: row.hasMainsSense === 1,
      transport: row.transport,
      rssi: heard.rssi,
      ssid: row.ssid,
      voltage: heard.voltage,
      batteryLevel: heard.batteryLevel,
      sleep: row.sleep,
      hasActiveKey: row.hasActiveKey === 1,
      isAwaitingOwner: row.isAwaitingOwner === 1,
      stored: {
        link: row.link,
        power: row.power,
        bootId: row.bootId,
        lastHeardAt: heard.lastHeardAt,
        lastUpAt: heard.lastUpAt,
        outage: open.get(row.row) ?? null,
      },
    };
  });
}

type StateRow = DeviceStateRow & {
  readonly ssid: string | null;
  readonly sleep: string | null;
  readonly transport: Transport | null;
  readonly firmwareVersion: string | null;
  readonly updateFailed: string | null;
};

const updateState = perStore(({ sqlite }) =>
  sqlite.query<null, [Readonly<StateRow & { hasMainsSense: number; row: number }>]>(`
    UPDATE devices SET link = $link, power = $power, boot_id = $bootId,
      has_mains_sense = $hasMainsSense, transport = $transport,
      firmware_version = $firmwareVersion, update_failed = $updateFailed,
      ssid = $ssid, sleep = $sleep
    WHERE id = $row`),
);

/** Writes what the device last said about itself into its row. */
export function updateDeviceState(
  store: Store,
  row: number,
  state: StateRow & { readonly hasMainsSense: boolean },
): void {
  updateState(store).run({ ...state, hasMainsSense: state.hasMainsSense ? 1 : 0, row });
}

const alertTiming = perStore(({ sqlite }) =>
  sqlite.query<AlertTiming, [row: number]>(`
    SELECT ${columns.thresholdSeconds} AS thresholdSeconds,
      ${columns.reminderSeconds} AS reminderSeconds
    FROM devices WHERE id = ?`),
);

type AlertTiming = Pick<AlertSettings, 'thresholdSeconds' | 'reminderSeconds'>;

export function readAlertTiming(store: Store, row: number): AlertTiming | null {
  return alertTiming(store).get(row);
}
