import { type FirmwareStanding, isInRollout } from '../../domain/firmware/firmware-rollout.ts';
import { versionKey } from '../../domain/firmware/firmware-version.ts';
import { compareCodes } from '../../domain/name-order.ts';
import { type Hidden, maskText } from '../../domain/people/mask.ts';
import type { Link } from '../../domain/states.ts';
import { mergeSorted, type Steps } from '../../domain/steps.ts';
import type { FirmwareImage } from '../../store/firmware/firmware-images.ts';
import { readFailures } from '../../store/firmware/firmware-outcomes.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

interface ImageDevice {
  readonly deviceId: string;
  readonly siteName: string;
  readonly firmwareVersion: string | null;
  readonly link: Link;
  readonly standing: FirmwareStanding;
  /** Epoch ms. */
  readonly failedAt: number | null;
}

type StandingCounts = Readonly<Record<FirmwareStanding | 'all', number>>;

/** After this many devices, each of which needs a hash, other work is served. */
const devicesPerStep = 2_000;

/**
 * The devices of an image's board, sorted by site name, with their place in the roll-out. They come from
 * memory: it has their newest versions, and SQL does not know the hash that decides whom a roll-out
 * reaches.
 * @param query `q`: a part of a device id or of a site name, as the operator sees it
 */
export function* listImageDevices(
  { store, fleet }: Pick<Monitor, 'store' | 'fleet'>,
  image: FirmwareImage,
  query: {
    readonly q: string;
    /** Values that are hidden from the operator. */
    readonly hidden?: Hidden;
    readonly filter: FirmwareStanding | 'all';
    readonly page: number;
    readonly limit: number;
  },
): Steps<{ readonly devices: readonly ImageDevice[]; readonly counts: StandingCounts }> {
  const failures = readFailures(store, image.id);
  const counts = { all: 0, installed: 0, waiting: 0, failed: 0, newer: 0, outside: 0 };
  const lists: ImageDevice[][] = [];
  let wanted: ImageDevice[] = [];
  let unseen = devicesPerStep;
  const text = query.q.trim().toLowerCase();
  for (const device of fleet.all()) {
    if (unseen === 0) {
      lists.push(wanted.sort(bySiteName));
      wanted = [];
      unseen = devicesPerStep;
      yield;
    }
    unseen -= 1;
    const { deviceId, config, firmwareVersion, state } = device;
    const { siteName, deviceType } = config;
    if (deviceType !== image.board) continue;
    const shownName = maskText(siteName, query.hidden ?? 'nothing');
    if (!deviceId.includes(text) && !shownName.toLowerCase().includes(text)) continue;
    const failedAt = failures.get(device.row) ?? null;
    const standing = standingOf(image, device, failedAt !== null);
    counts.all += 1;
    counts[standing] += 1;
    if (query.filter !== 'all' && query.filter !== standing) continue;
    wanted.push({ deviceId, siteName, firmwareVersion, link: state.link, standing, failedAt });
  }
  lists.push(wanted.sort(bySiteName));
  const found = yield* mergeSorted(lists, bySiteName);
  const first = (query.page - 1) * query.limit;
  return { devices: found.slice(first, first + query.limit), counts };
}

function bySiteName(one: ImageDevice, other: ImageDevice): number {
  return compareCodes(one.siteName, other.siteName) || compareCodes(one.deviceId, other.deviceId);
}

function standingOf(
  image: FirmwareImage,
  { deviceId, firmwareVersion }: LiveDevice,
  hasFailed: boolean,
): FirmwareStanding {
  if (firmwareVersion === image.version) return 'installed';
  const running = firmwareVersion === null ? null : versionKey(firmwareVersion);
  if (running !== null && running > image.versionKey) return 'newer';
  if (hasFailed) return 'failed';
  return isInRollout(image, deviceId) ? 'waiting' : 'outside';
}
