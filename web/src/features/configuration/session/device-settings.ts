/** The names the page and the firmware use. */
export const deviceTypes = [
  'esp32-s2-test',
  'esp32-s2-mini',
  'esp32-c3-mini',
  'esp32-lilygo-t-display',
] as const;
export type DeviceType = (typeof deviceTypes)[number];

export const defaultDeviceType: DeviceType = 'esp32-s2-test';

/** Has the test commands, and is restarted before it is configured. */
export function isTestBoard(type: DeviceType): boolean {
  return type === 'esp32-s2-test';
}

export interface DeviceSettings {
  readonly deviceType: DeviceType;
  readonly wifiName: string;
  readonly wifiPassword: string;
  readonly activationKey: string;
  readonly phone: string;
  /** Where the board finds this server. */
  readonly serverUrl: string;
  /** It may speak to that server in clear, wherever it is. */
  readonly allowsPlain: boolean;
  /** A certificate authority of one's own, as PEM; empty: whatever the board has stays. */
  readonly authority: string;
  /** The board is to forget the one it has. */
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
