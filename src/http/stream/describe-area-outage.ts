import type { AreaOutageMessage } from '../../contract/feed/stream.ts';
import { locationOf } from '../../domain/devices/place.ts';
import type { AreaOutageRow } from '../../store/areas/area-outages.ts';
import { isoTime } from '../engine/iso-time.ts';

export function describeAreaOutage(row: AreaOutageRow): AreaOutageMessage {
  return {
    id: row.id,
    cells: [...row.cells],
    location: locationOf(row),
    began_at: { from: isoTime(row.beganFrom), to: isoTime(row.beganTo) },
    declared_at: isoTime(row.declaredAt),
    status: row.status,
    cause: row.cause,
    lost: row.lost,
    back: row.back,
    healthy: row.healthy,
    ended_at: isoTime(row.endedAt),
  };
}
