import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Cause, Link, Power, Transport } from '../domain/states.ts';
import type { Store } from './open.ts';
import { devices, deviceVitals, outages } from './schema.ts';

/** How things stand at one site, as its rows have it. */
export interface SiteOverview {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly link: Link;
  readonly power: Power;
  readonly hasMainsSense: boolean;
  readonly transport: Transport | null;
  readonly alertEnabled: boolean;
  /** Epoch ms, as all times here. */
  readonly mutedUntil: number | null;
  /** As of the last flush; the live fleet knows better. */
  readonly lastHeardAt: number | null;
  readonly hasValidKey: boolean;
  readonly outage: {
    readonly cause: Cause;
    readonly downAt: number;
    readonly recoverAt: number | null;
    readonly acknowledgedBy: string | null;
  } | null;
  /** When the last power outage ended; null: none known. */
  readonly powerSince: number | null;
}

/** A customer's sites, by name. */
export function readSites(store: Store, customerId: number, nowMs: number): SiteOverview[] {
  const rows = store.db
    .select({
      device: devices,
      lastHeardAt: deviceVitals.lastHeardAt,
      outage: outages,
      hasValidKey: sql<number>`EXISTS (SELECT 1 FROM activation_keys k
        WHERE k.device_row = ${devices.id} AND k.is_active = 1
          AND (k.expires_at IS NULL OR k.expires_at > ${nowMs}))`,
      powerSince: sql<number | null>`(SELECT max(o.recover_at) FROM outages o
        WHERE o.device_row = ${devices.id} AND o.cause = 'mains' AND o.confirmed_at IS NOT NULL
          AND o.down_at >= ${devices.ownedSince})`,
    })
    .from(devices)
    .leftJoin(deviceVitals, eq(deviceVitals.deviceRow, devices.id))
    .leftJoin(outages, and(eq(outages.deviceRow, devices.id), isNull(outages.confirmedAt)))
    .where(eq(devices.customerId, customerId))
    .orderBy(asc(devices.siteName), asc(devices.id))
    .all();
  return rows.map(({ device, lastHeardAt, outage, hasValidKey, powerSince }) => ({
    row: device.id,
    deviceId: device.deviceId,
    siteName: device.siteName,
    link: device.link,
    power: device.power,
    hasMainsSense: device.hasMainsSense,
    transport: device.transport,
    alertEnabled: device.alertEnabled,
    mutedUntil: device.mutedUntil,
    lastHeardAt,
    hasValidKey: hasValidKey === 1,
    outage,
    powerSince,
  }));
}

export interface OutageInPeriod {
  readonly cause: Cause;
  readonly downAt: number;
  /** Null: it goes on. */
  readonly recoverAt: number | null;
  readonly isOpen: boolean;
}

/** A customer's outages that touch a period (epoch ms, end exclusive), oldest first. */
export function readOutagesTouching(
  store: Store,
  customerId: number,
  fromAt: number,
  toAt: number,
): OutageInPeriod[] {
  return store.db
    .select()
    .from(outages)
    .where(
      and(
        eq(outages.customerId, customerId),
        lt(outages.downAt, toAt),
        or(
          isNull(outages.confirmedAt),
          gt(outages.recoverAt, fromAt),
          // One without length still counts on its day.
          gte(outages.downAt, fromAt),
        ),
      ),
    )
    .orderBy(asc(outages.downAt))
    .all()
    .map(({ cause, downAt, recoverAt, confirmedAt }) => ({
      cause,
      downAt,
      recoverAt,
      isOpen: confirmedAt === null,
    }));
}
