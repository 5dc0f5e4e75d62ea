/** A shop with a past: what the outage report and the list of events are looked at with. */
import type { Board } from '../board.ts';
import type { Home } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { addEvent, addOutages, backdate, dayMs, minuteMs, type PastOutage } from './past.ts';
import { openShop, type Shop } from './shop.ts';

export interface ReportShop extends Shop {
  /** This site loses power often. */
  readonly cafe: Board;
  /** This one sometimes does, and is not always heard. */
  readonly barn: Board;
  /** This one never does. */
  readonly house: Board;
  /** This one is silent now, for an unknown reason. */
  readonly stall: Board;
}

const bangkokMs = 7 * 3_600_000;

/** More than a list shows on one page. */
export const seededBeats = 3;

/** Opens it; nothing more happens by itself until somebody makes it happen. */
export async function openReportShop(home: Home): Promise<ReportShop> {
  const shop = await openShop(home, { sites: ['Cafe', 'Barn', 'House', 'Stall'] });
  const [cafe, barn, house, stall] = shop.boards;
  if (!cafe || !barn || !house || !stall) throw new Error('four boards expected');
  // No board that is quiet for the length of the tests is missed.
  await shop.admin.put('/api/settings', { heartbeatTimeout: 86_400 });
  for (const board of shop.boards) {
    await new HttpDevice(shop.server.url, board).beats({ rssi: -61, ssid: 'ShopWiFi' });
  }
  const now = Date.now();
  backdate(home.data, shop.boards, now - 800 * dayMs);
  addOutages(home.data, pastOf(cafe, barn, now));
  home.data.write(
    `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at)
     SELECT id, customer_id, 'silent', ?2, 'silence', ?2 FROM devices WHERE device_id = ?1`,
    ...[stall.id, now - 90 * minuteMs],
  );
  for (let hour = 1; hour <= seededBeats; hour++) {
    const details = { count: 360, rssi: -61, ssid: 'ShopWiFi' };
    addEvent(home.data, { board: cafe, type: 'HEARTBEAT', at: now - hour * 3_600_000, details });
  }
  return { ...shop, cafe, barn, house, stall };
}

function pastOf(cafe: Board, barn: Board, now: number): PastOutage[] {
  // Counted from yesterday's noon in Bangkok: what shall be on one date is, at whatever time this runs.
  const noon = Math.floor((now + bangkokMs) / dayMs) * dayMs - bangkokMs - dayMs / 2;
  const at = (days: number) => noon - Math.round((days - 1) * dayMs);
  return [
    // 20 days, one cut on each: more than the chart shows.
    ...Array.from({ length: 20 }, (_, i) => ({
      board: cafe,
      downAt: at(i * 1.5 + 1.2),
      minutes: 6 + i * 13,
      ...(i === 0 && { acknowledgedBy: 'Nok' }),
      ...(i === 1 && { acknowledgedBy: 'customer' }),
      ...(i === 2 && { flaps: 2 }),
    })),
    // Two more on the day of another, and one that lasts for more than a day.
    { board: barn, downAt: at(1.25), minutes: 31 },
    { board: barn, downAt: at(1.3), minutes: 12 },
    { board: barn, downAt: at(9), minutes: 27 * 60 },
    { board: barn, downAt: at(500), minutes: 45 },
    // These were no power outages.
    { board: cafe, downAt: at(0.9), minutes: 20, cause: 'network' },
    { board: barn, downAt: at(3), minutes: 2, cause: 'device' },
    { board: barn, downAt: at(4), minutes: 300, cause: 'silent' },
    { board: barn, downAt: at(5), minutes: 15, cause: 'unobserved' },
  ];
}
