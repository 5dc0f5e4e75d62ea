import { consoleKey } from '../../../lib/console/console-keys.ts';

/** Names of what the console keeps of devices. */
export const deviceKeys = {
  one: (deviceId: string) => [...consoleKey, 'devices', 'one', deviceId],
  timeline: (deviceId: string, range: string) => [
    ...consoleKey,
    'devices',
    'timeline',
    deviceId,
    range,
  ],
  report: (deviceId: string, period: string) => [
    ...consoleKey,
    'devices',
    'report',
    deviceId,
    period,
  ],
  losses: (deviceId: string) => [...consoleKey, 'devices', 'losses', deviceId],
};
