import type { Chip } from '../../../lib/serial/guess-chip.ts';

/** Device types under the names of page and firmware. */
export const deviceTypes = [
  'esp32-s2-test',
  'esp32-s2-mini',
  'esp32-c3-mini',
  'esp32-lilygo-t-display',
] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** What a board with this chip may be. */
const typesOf: Readonly<Record<Chip, readonly DeviceType[]>> = {
  ESP32: ['esp32-lilygo-t-display'],
  'ESP32-S2': ['esp32-s2-mini', 'esp32-s2-test'],
  'ESP32-C3': ['esp32-c3-mini'],
};

const defaultDeviceType: DeviceType = 'esp32-s2-test';

/**
 * What to suggest as the type: what the board says it is, else what its port lets guess. An S2 and its test
 * board look the same to USB, so that the default stays where it may be right.
 */
export function suggestType(chip: Chip | null, toldType: DeviceType | null): DeviceType {
  if (toldType !== null) return toldType;
  const possible = chip === null ? [] : typesOf[chip];
  return possible.includes(defaultDeviceType)
    ? defaultDeviceType
    : (possible[0] ?? defaultDeviceType);
}

/** Has the test commands, and is restarted before it is configured. */
export function isTestBoard(type: DeviceType): boolean {
  return type === 'esp32-s2-test';
}

export interface DeviceSettings {
  readonly deviceType: DeviceType;
  readonly wifiName: string;
  readonly wifiPassword: string;
  /** The network has no password; the one that was typed is not for it. */
  readonly isOpenWifi: boolean;
  readonly activationKey: string;
  readonly phone: string;
  /** Where the board finds this server. */
  readonly serverUrl: string;
  /** The board may use that server unencrypted, wherever it is. */
  readonly allowsPlain: boolean;
  /** The owner's certificate authority as PEM; empty: the board keeps what it has. */
  readonly authority: string;
  /** The board is to forget its stored authority. */
  readonly forgetsAuthority: boolean;
}

export const testCommands = [
  'help',
  'show_config',
  'clear_config',
  'test_response',
  'led_test',
] as const;
export type TestCommand = (typeof testCommands)[number];
