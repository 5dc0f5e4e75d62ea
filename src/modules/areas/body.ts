import { operatorAddresses } from '../../installation/operator-addresses.ts';
import type { Core, ModuleBody } from '../module.ts';
import { areaMetrics } from './area-metrics.ts';
import { areaOutageRoutes } from './calls.ts';
import { AreaFollow } from './follow-areas.ts';
import { makeTellAreaOutages } from './tell-area-outages.ts';

export function startAreas({ monitor, changes, config }: Core): ModuleBody {
  const { timezone, admin_language: language } = config;
  const areas = new AreaFollow(timezone, (ids) => changes.noteAreas(ids));
  const addresses = { monitor, configured: operatorAddresses(config), language };
  return {
    findsAreas: true,
    routes: areaOutageRoutes(monitor),
    ticks: [
      { name: 'areas', everyMs: 250, run: () => areas.settle(monitor, monitor.clock()) },
      { name: 'tell-area-outages', everyMs: 5_000, run: makeTellAreaOutages(addresses) },
    ],
    metrics: () => areaMetrics(monitor.store),
  };
}
