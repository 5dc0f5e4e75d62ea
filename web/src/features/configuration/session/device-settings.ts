import type { Board } from '../../../../../src/domain/devices/device-type.ts';
import type { Chip } from '../../../lib/serial/web-serial.ts';

/** Device types under the names of page and firmware. */
export const deviceTypes = [
  'esp32-s2-mini',
  'esp32-c3-mini',
  'esp32-lilygo-t-display',
  'esp32-s2-test',
] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** What a board with this chip may be; the likeliest first. */
const typesOf: Readonly<Record<Chip, readonly DeviceType[]>> = {
  ESP32: ['esp32-lilygo-t-display'],
  'ESP32-S2': ['esp32-s2-mini', 'esp32-s2-test'],
  'ESP32-C3': ['esp32-c3-mini'],
};

/** Boards as stored, under the names of page and firmware. */
const typeOfBoard: Readonly<Record<Board, DeviceType>> = {
  's2-mini': 'esp32-s2-mini',
  't-display': 'esp32-lilygo-t-display',
  's2-test': 'esp32-s2-test',
  'c3-mini': 'esp32-c3-mini',
};

/**
 * What to suggest as the type: what the board says it is; the board of the key, unless the port shows another; what
 * the port lets guess; else the board that is sold most.
 */
export function suggestType(
  chip: Chip | null,
  toldType: DeviceType | null,
  board?: Board,
): DeviceType {
  if (toldType !== null) return toldType;
  const possible = chip === null ? deviceTypes : typesOf[chip];
  const ofKey = board === undefined ? undefined : typeOfBoard[board];
  if (ofKey !== undefined && possible.includes(ofKey)) return ofKey;
  return chip === null ? 'esp32-s2-mini' : (possible[0] ?? 'esp32-s2-mini');
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
