import { locationOf } from '../../domain/devices/place.ts';
import type { AreaOutageRow } from '../../modules/areas/area-rows.ts';
import type { AreaOutageAnswer } from '../../modules/areas/contract.ts';
import { isoTime } from '../engine/iso-time.ts';

export function describeAreaOutage(row: AreaOutageRow): Omit<AreaOutageAnswer, 'sites'> {
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
