/** The facts of a device that a customer and the operator alike see, with its best key and its open outage. */
import {
  type AlertSettings,
  alertSettingColumns,
  alertSettingsAtFirst,
} from '../../domain/alerts/alert-settings.ts';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { PlaceFields } from '../../domain/devices/place.ts';
import type { Cause, Link, Power, Transport } from '../../domain/states.ts';
import { selectAs } from '../engine/plain-sql.ts';

interface PlainFacts {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly siteAddress: string | null;
  readonly deviceType: DeviceType;
  readonly link: Link;
  readonly power: Power;
  /** Epoch ms, as all times here. */
  readonly mutedUntil: number | null;
  /** As of the last flush, like those below. The live fleet is newer. */
  readonly transport: Transport | null;
  readonly firmwareVersion: string | null;
  readonly ssid: string | null;
}

interface OpenOutageFacts {
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
}

export interface DeviceFacts extends PlainFacts, PlaceFields, AlertSettings {
  readonly hasMainsSense: boolean;
  /** The best of its keys: an active one first, then the one that ends last. */
  readonly key: {
    readonly keyCode: string;
    readonly isActive: boolean;
    readonly expiresAt: number | null;
  } | null;
  /** The open outage. */
  readonly outage: ({ readonly id: number } & OpenOutageFacts) | null;
}

/** As `factColumns` selects them. */
export interface DeviceFactsRow
  extends PlainFacts,
    OpenOutageFacts,
    Omit<PlaceFields, 'isCellOperators' | 'isOnStatusPage'>,
    Readonly<Record<keyof AlertSettings, number>> {
  readonly isCellOperators: number;
  readonly isOnStatusPage: number;
  readonly hasMainsSense: number;
  readonly keyCode: string | null;
  readonly isKeyActive: number;
  readonly keyExpiresAt: number | null;
  readonly outageId: number | null;
}

/** Of `devices d`, joined with `factJoins`. */
export const factColumns = `
  d.id AS row, d.device_id AS deviceId, d.site_name AS siteName, d.site_address AS siteAddress,
  d.cell, d.is_cell_operators AS isCellOperators, d.area, d.latitude, d.longitude,
  d.is_on_status_page AS isOnStatusPage, d.device_type AS deviceType, d.link, d.power,
  ${selectAs('d', alertSettingColumns)}, d.muted_until AS mutedUntil, d.has_mains_sense AS hasMainsSense,
  d.transport, d.firmware_version AS firmwareVersion,
  d.ssid,
  k.key_code AS keyCode, k.is_active AS isKeyActive, k.expires_at AS keyExpiresAt,
  o.id AS outageId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
  o.acknowledged_at AS acknowledgedAt, o.acknowledged_by AS acknowledgedBy`;

/** @param whose leaves out keys and outages of other owners than the device's */
export const factJoins = (whose: 'owners' | 'all'): string => {
  const ofOwner = (table: string) =>
    whose === 'owners' ? `AND ${table}.customer_id = d.customer_id` : '';
  return `
  LEFT JOIN activation_keys k ON k.key_code = (SELECT best.key_code FROM activation_keys best
    WHERE best.device_row = d.id ${ofOwner('best')}
    ORDER BY best.is_active DESC, best.expires_at IS NULL DESC, best.expires_at DESC LIMIT 1)
  LEFT JOIN outages o ON o.device_row = d.id AND o.confirmed_at IS NULL ${ofOwner('o')}`;
};

/** Other columns of the row stay as they are. */
export function toDeviceFacts<Row extends DeviceFactsRow>(
  found: Row,
): Omit<Row, keyof DeviceFactsRow> & DeviceFacts {
  const { keyCode, isKeyActive, keyExpiresAt, outageId, ...row } = found;
  const { cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy, ...device } = row;
  return {
    ...device,
    isCellOperators: device.isCellOperators === 1,
    isOnStatusPage: device.isOnStatusPage === 1,
    ...settingsOfRow(device),
    hasMainsSense: device.hasMainsSense === 1,
    key:
      keyCode === null ? null : { keyCode, isActive: isKeyActive === 1, expiresAt: keyExpiresAt },
    outage:
      outageId === null
        ? null
        : { id: outageId, cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy },
  };
}

/** SQLite has 0 and 1 for false and true. */
function settingsOfRow(row: Readonly<Record<keyof AlertSettings, number>>): AlertSettings {
  const values = Object.entries(alertSettingsAtFirst).map(([name, atFirst]) => {
    const value = row[name as keyof AlertSettings];
    return [name, typeof atFirst === 'boolean' ? value === 1 : value];
  });
  return Object.fromEntries(values);
}
