import type { QueryClient } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { ribbonRange } from '../ribbon-range.ts';
import { timelineQuery } from './get-timeline.ts';

/** How many are fetched at the same time. */
const atOnce = 6;

/**
 * Fetches what the page has not drawn, so that the paper has the ribbon of every site. One that cannot
 * be had is left out there.
 */
export async function loadRibbons(
  queries: QueryClient,
  { by_device: devices, period }: ReportAnswer,
  madeAtMs: number,
): Promise<void> {
  const range = ribbonRange(period, madeAtMs);
  const waiting = devices.values();
  const load = async () => {
    for (const { device_id: id } of waiting) {
      await queries.prefetchQuery({ ...timelineQuery(id, range), staleTime: 60_000 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, load));
}
