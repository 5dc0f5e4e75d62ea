import { areaCauses } from '../../domain/fleet/area-loss.ts';
import type { Metric } from '../../http/system/system-probe.ts';
import type { Store } from '../../store/engine/open.ts';
import { sumOpenAreas } from './area-rows.ts';

export function areaMetrics(store: Store): Metric[] {
  const sums = new Map(sumOpenAreas(store).map((sum) => [sum.cause, sum]));
  const by = (name: string, help: string, of: 'areas' | 'lost'): Metric => ({
    ...{ name, help, type: 'gauge' },
    values: areaCauses.map((cause) => ({ labels: { cause }, value: sums.get(cause)?.[of] ?? 0 })),
  });
  return [
    by('faiwatch_area_outages', 'Area outages that go on, by cause.', 'areas'),
    by('faiwatch_area_outage_sites', 'Sites that are still lost in them.', 'lost'),
  ];
}
