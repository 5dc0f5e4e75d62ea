import { readAuthority } from '../own-authority.ts';
import type { DeviceSettings } from './device-settings.ts';

export const stepIds = [
  'reset',
  'wifi_ssid',
  'wifi_pass',
  'activation_key',
  'customer_phone',
  'device_type',
  'server_url',
  'allow_plain',
  'server_ca',
  'save_config',
  'restart',
] as const;
export type StepId = (typeof stepIds)[number];

export interface CommandStep {
  readonly id: Exclude<StepId, 'reset'>;
  readonly line: (settings: DeviceSettings) => string;
  /** Whether it belongs to the run. */
  readonly isWanted: (settings: DeviceSettings) => boolean;
  /** Progress in per cent once this step is done. */
  readonly progress: number;
  /** The least time until the next line is sent. */
  readonly pauseMs: number;
  /** How long its answer may take; saving writes to flash. */
  readonly answerMs: number;
}

/** Progress in per cent once the board has restarted, or the time for that has passed. */
export const resetProgress = 10;

const betweenMs = 200;
const answerMs = 1_500;

const always = () => true;

const commandSteps: readonly CommandStep[] = [
  set('wifi_ssid', 30, ({ wifiName }) => wifiName),
  set('wifi_pass', 50, ({ wifiPassword, isOpenWifi }) => (isOpenWifi ? '' : wifiPassword)),
  set('activation_key', 70, ({ activationKey }) => activationKey),
  set('customer_phone', 85, ({ phone }) => phone),
  set('device_type', 90, ({ deviceType }) => deviceType),
  set('server_url', 90, ({ serverUrl }) => serverUrl),
  {
    ...set('allow_plain', 90, () => 'yes'),
    isWanted: ({ allowsPlain }) => allowsPlain,
  },
  {
    ...set('server_ca', 90, () => ''),
    isWanted: ({ forgetsAuthority }) => forgetsAuthority,
  },
  run('save_config', { progress: 95, pauseMs: 500, answerMs: 5_000 }),
  run('restart', { progress: 100, pauseMs: 1_000, answerMs }),
];

/** What is sent, in this order. */
export function findCommandSteps(settings: DeviceSettings): readonly CommandStep[] {
  const wanted = commandSteps.filter(({ isWanted }) => isWanted(settings));
  const saveAt = wanted.findIndex(({ id }) => id === 'save_config');
  return [...wanted.slice(0, saveAt), ...authorityParts(settings), ...wanted.slice(saveAt)];
}

/** All steps of a run. */
export function findSteps(settings: DeviceSettings): readonly StepId[] {
  return ['reset', ...new Set(findCommandSteps(settings).map(({ id }) => id))];
}

/** A certificate is longer than a line may be: each part says where it belongs, so that it may come twice. */
function authorityParts({ authority, forgetsAuthority }: DeviceSettings): readonly CommandStep[] {
  const base64 = forgetsAuthority ? null : readAuthority(authority);
  const parts = base64?.match(/.{1,160}/g) ?? [];
  return parts.map((part, index) => ({
    ...set('server_ca', 90, () => ''),
    line: () => `server_ca@${index * 120}=${part}`,
  }));
}

function set(
  id: CommandStep['id'],
  progress: number,
  pick: (settings: DeviceSettings) => string,
): CommandStep {
  const line = (settings: DeviceSettings) => `${id}=${pick(settings)}`;
  return { id, line, isWanted: always, progress, pauseMs: betweenMs, answerMs };
}

function run(
  id: CommandStep['id'],
  times: Pick<CommandStep, 'progress' | 'pauseMs' | 'answerMs'>,
): CommandStep {
  return { id, line: () => id, isWanted: always, ...times };
}
