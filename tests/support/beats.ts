import type {
  HeartbeatMessage,
  PowerReportMessage,
} from '../../src/domain/fleet/device-message.ts';

/** A heartbeat of a healthy board; override what matters to the test. */
export function beat(fields: Partial<HeartbeatMessage> = {}): HeartbeatMessage {
  return {
    boot_id: '0a0b0c0d',
    seq: 1,
    uptime_ms: 60_000,
    reset_reason: 'power_on',
    power: 'UP',
    has_mains_sense: false,
    ...fields,
  };
}

let seq = 1_000;

/** A power report that happened `ageMs` ago, with a seq of its own. */
export function report(
  type: PowerReportMessage['type'],
  fields: Partial<PowerReportMessage> = {},
): PowerReportMessage {
  seq += 1;
  return { boot_id: '0a0b0c0d', seq, type, age_ms: 0, ...fields };
}
