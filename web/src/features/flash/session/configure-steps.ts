import type { DeviceSettings } from './device-settings.ts';

export const stepIds = [
  'reset',
  'wifi_ssid',
  'wifi_pass',
  'activation_key',
  'customer_phone',
  'device_type',
  'server_url',
  'save_config',
  'restart',
] as const;
export type StepId = (typeof stepIds)[number];

export interface CommandStep {
  readonly id: Exclude<StepId, 'reset'>;
  readonly line: (settings: DeviceSettings) => string;
  /** Per cent once it is done (specification, section 4). */
  readonly progress: number;
  /** From its sending to the next line, at least (specification, section 9). */
  readonly pauseMs: number;
  /** How long its answer may take; saving writes to flash. */
  readonly answerMs: number;
}

/** Per cent once the board was restarted, or the time for it has passed. */
export const resetProgress = 10;

const betweenMs = 200;
const answerMs = 1_500;

export const commandSteps: readonly CommandStep[] = [
  set('wifi_ssid', 30, ({ wifiName }) => wifiName),
  set('wifi_pass', 50, ({ wifiPassword }) => wifiPassword),
  set('activation_key', 70, ({ activationKey }) => activationKey),
  set('customer_phone', 85, ({ phone }) => phone),
  set('device_type', 90, ({ deviceType }) => deviceType),
  set('server_url', 90, ({ serverUrl }) => serverUrl),
  { id: 'save_config', line: () => 'save_config', progress: 95, pauseMs: 500, answerMs: 5_000 },
  { id: 'restart', line: () => 'restart', progress: 100, pauseMs: 1_000, answerMs },
];

function set(
  id: CommandStep['id'],
  progress: number,
  pick: (settings: DeviceSettings) => string,
): CommandStep {
  const line = (settings: DeviceSettings) => `${id}=${pick(settings)}`;
  return { id, line, progress, pauseMs: betweenMs, answerMs };
}
