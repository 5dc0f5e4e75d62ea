import type { StoredEvent } from './served-site.ts';
import type { LogEvent, SimDevice } from './sim-device.ts';

/**
 * When something that a board reported truly happened, in epoch ms, however fast the board's clock
 * went meanwhile: what that clock counted between the two, taken back from when the board said it.
 */
export function whenItHappened(device: SimDevice, report: StoredEvent, happened: LogEvent): number {
  // Over MQTT or HTTP.
  const said = device.log.findLast(({ payload, body }) =>
    String(payload ?? body).includes(`"seq":${report.seq},"type"`),
  );
  if (said === undefined) throw new Error(`It never said ${JSON.stringify(report)}`);
  return said.t - ((said.up ?? 0) - (happened.up ?? 0));
}
