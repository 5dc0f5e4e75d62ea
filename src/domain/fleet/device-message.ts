/**
 * Messages of a device, as the actions receive them. The schemas in `contract/fleet/device.ts` have checked
 * it and give exactly these shapes. Field names are those of the wire.
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
  /** The version that the device tried and rolled back, until another update succeeds. */
  readonly update_failed?: string | undefined;
  /** The boot that this one continues, after a restart of the device's own. */
  readonly previous_boot_id?: string | undefined;
  /** The reason of its restart by itself. */
  readonly restart_cause?: string | undefined;
  /** Starts of the device so far. */
  readonly starts?: number | undefined;
  /** Times that it lost Wi-Fi in this boot. */
  readonly reconnects?: number | undefined;
  /** Bytes of internal RAM. */
  readonly free_heap?: number | undefined;
  readonly largest_block?: number | undefined;
  /** Volts of the mains. */
  readonly mains_voltage?: number | undefined;
  /** The reason of the sleep that it is about to begin. */
  readonly sleep?: string | undefined;
  /** Features beyond the first version of the protocol; sent when the server asks. */
  readonly features?: readonly string[] | undefined;
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

/** New credentials, for a device that goes to another owner. */
export interface CredentialsCommand {
  readonly type: 'credentials';
  readonly device_token: string;
  /**
   * The digest that `digestKey` makes. The key itself would open the new owner's account to anybody who
   * listens.
   */
  readonly key_digest: string;
}

/** A command of the server to a device. */
export type DeviceCommand =
  | { readonly type: 'check_firmware' }
  | { readonly type: 'tell_features' }
  | { readonly type: 'servers'; readonly servers: readonly string[] }
  | CredentialsCommand;
