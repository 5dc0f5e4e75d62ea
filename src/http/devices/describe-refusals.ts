import type { LiveFleet } from '../../actions/fleet/live-fleet.ts';
import type { RefusalAnswer } from '../../contract/fleet/refusals.ts';
import type { SystemAnswer } from '../../contract/system/system.ts';
import { isMistake, type Refusal } from '../../domain/fleet/refusals.ts';
import { isoTime } from '../engine/iso-time.ts';

const shown = 20;

/**
 * The refused messages of one device, the newest first.
 * @param nowMs epoch ms
 */
export function describeRefusals(
  fleet: LiveFleet,
  deviceId: string,
  nowMs: number,
): RefusalAnswer[] {
  return (fleet.get(deviceId)?.refusals?.recent(nowMs) ?? []).map(describeRefusal);
}

/**
 * The refused messages that somebody has to look after.
 * @param nowMs epoch ms
 */
export function describeMistakes(fleet: LiveFleet, nowMs: number): SystemAnswer['refusals'] {
  const boards = [...fleet.all()].flatMap(({ deviceId, refusals }) =>
    (refusals?.recent(nowMs) ?? [])
      .filter(({ code }) => isMistake(code))
      .map((refusal) => ({ deviceId, refusal })),
  );
  boards.sort((a, b) => b.refusal.last - a.refusal.last);
  const strangers = fleet.strangers.recent(nowMs).filter(({ code }) => isMistake(code));
  return {
    boards: boards
      .slice(0, shown)
      .map(({ deviceId, refusal }) => ({ device_id: deviceId, ...describeRefusal(refusal) })),
    strangers: strangers.slice(0, shown).map(describeRefusal),
  };
}

function describeRefusal(refusal: Refusal): RefusalAnswer {
  const { code, since, last, count, address, detail, message } = refusal;
  return {
    code,
    since: isoTime(since),
    last: isoTime(last),
    count,
    address,
    detail,
    last_message: message,
  };
}
