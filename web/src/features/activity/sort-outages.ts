import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import { compareCodes, nameOrder } from '../../../../src/domain/name-order.ts';
import type { Sort } from '../../components/ui/table/table-types.ts';

export type Outage = ReportAnswer['recent_outages'][number];

/** What the columns of the history are sorted by, by their ids. What is not over comes last. */
const comparers: Readonly<Record<string, (one: Outage, other: Outage) => number>> = {
  device: (one, other) => nameOrder.compare(one.device_name, other.device_name),
  down: (one, other) => compareCodes(one.down_time, other.down_time),
  recover: (one, other) => compareCodes(one.recover_time ?? '9', other.recover_time ?? '9'),
  duration: (one, other) => one.duration_minutes - other.duration_minutes,
  cause: (one, other) => compareCodes(one.cause, other.cause),
  acknowledged: (one, other) =>
    nameOrder.compare(one.acknowledged_by ?? '\uffff', other.acknowledged_by ?? '\uffff'),
};

/** In the order asked for; in that of the server, newest first, where none is. */
export function sortOutages(outages: readonly Outage[], sort: Sort | undefined): readonly Outage[] {
  const comparer = sort && comparers[sort.by];
  if (!comparer) return outages;
  const sign = sort.direction === 'desc' ? -1 : 1;
  return [...outages].sort((one, other) => sign * comparer(one, other));
}
