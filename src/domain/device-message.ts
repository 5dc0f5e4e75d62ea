/**
 * What a device says, as the actions take it: already checked by `contract/device.ts`, whose schemas
 * give exactly these shapes. Field names are those of the wire.
 */
export interface HeartbeatMessage {
  readonly boot_id: string;
  readonly seq: number;
  readonly uptime_ms: number;
  readonly reset_reason: string;
  readonly power: 'UP' | 'DOWN';
  readonly has_mains_sense: boolean;
  /** dBm. */
  readonly rssi?: number | undefined;
  readonly ssid?: string | undefined;
  readonly voltage?: number | undefined;
  /** Per cent. */
  readonly battery_level?: number | undefined;
  readonly firmware_version?: string | undefined;
  /** The version it tried and rolled back, until another update succeeds. */
  readonly update_failed?: string | undefined;
}

export interface PowerReportMessage {
  readonly boot_id: string;
  readonly seq: number;
  readonly type: 'POWER_DOWN' | 'POWER_RECOVER';
  readonly age_ms: number;
  readonly voltage?: number | undefined;
  readonly battery_level?: number | undefined;
  readonly message?: string | undefined;
}
