import { describeImages } from '../../actions/firmware/describe-firmware.ts';
import { getImage } from '../../actions/firmware/get-firmware.ts';
import { listImageDevices } from '../../actions/firmware/list-image-devices.ts';
import { rollOutFirmware } from '../../actions/firmware/roll-out-firmware.ts';
import {
  type FirmwareImageAnswer,
  firmwareAnswerSchema,
  firmwareDevicesAnswerSchema,
  firmwareDevicesQuerySchema,
  firmwareImageAnswerSchema,
  firmwareImageParams,
  firmwareQuerySchema,
  rolloutAnswerSchema,
  rolloutSchema,
} from '../../contract/firmware/firmware.ts';
import type { Board } from '../../domain/devices/device-type.ts';
import type { Steps } from '../../domain/steps.ts';
import { listImages } from '../../store/firmware/firmware-images.ts';
import { countVersions } from '../../store/firmware/firmware-outcomes.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Firmware';
/** Limits the list of versions that devices say they run; there may be as many as devices. */
const shownVersions = 100;

/** Firmware images and their roll-out; for operators. A command adds them. */
export function adminFirmwareRoutes(context: ApiContext): Route[] {
  const { monitor, firmware } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/firmware',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List firmware images',
        description:
          'By board, newest version first. `q` is the beginning of a version, `filter` a board. `versions` is what the devices run, most frequent first.',
        query: firmwareQuerySchema,
        answer: firmwareAnswerSchema,
      },
      function* ({ query }) {
        const { page, limit } = query;
        const { images, total } = listImages(monitor.store, query, { page, limit });
        const versions = yield* countVersions(monitor.store);
        return {
          ok: true as const,
          data: describeImages(monitor, firmware, images, versions),
          total,
          page,
          limit,
          versions: versions.slice(0, shownVersions),
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/firmware/:board/:version',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Read a firmware image',
        params: firmwareImageParams,
        answer: firmwareImageAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      function* ({ params: { board, version } }) {
        return { ok: true as const, data: yield* describe(context, board, version) };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/firmware/:board/:version/rollout',
        access: 'owner',
        tag,
        summary: 'Roll a firmware image out',
        description:
          'To so many of a hundred boards, and to single devices besides. What is left out stays. Who is in at 10 is in at 50; less than before, or a pause, takes nothing back from those that have it.',
        params: firmwareImageParams,
        body: rolloutSchema,
        answer: rolloutAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      function* ({ params: { board, version }, body, actor, now }) {
        const change = {
          percent: body.percent,
          deviceIds: body.device_ids,
          isPaused: body.is_paused,
        };
        rollOutFirmware(monitor, { board, version }, change, actor, now);
        const data = yield* describe(context, board, version);
        return { ok: true as const, data, message: 'Roll-out saved successfully' };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/firmware/:board/:version/devices',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List how devices stand to a firmware image',
        description:
          'By site name. `q` is a part of a device id or of a site name. `filter`: `installed`; `waiting`, it is offered, or would be but for a pause; `failed`, it was rolled back; `newer`, the device runs a later one; `outside`, the roll-out does not reach it. `counts` heeds the search, not the filter.',
        params: firmwareImageParams,
        query: firmwareDevicesQuerySchema,
        answer: firmwareDevicesAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      function* ({ params: { board, version }, query, caller }) {
        const image = getImage(monitor.store, board, version);
        const wanted = { ...query, hidden: hiddenFrom(caller) };
        const { devices, counts } = yield* listImageDevices(monitor, image, wanted);
        return {
          ok: true as const,
          data: devices.map((device) => ({
            device_id: device.deviceId,
            site_name: device.siteName,
            firmware_version: device.firmwareVersion,
            status: device.link,
            standing: device.standing,
            failed_at: isoTime(device.failedAt),
          })),
          total: counts[query.filter],
          page: query.page,
          limit: query.limit,
          counts,
        };
      },
    ),
  ];
}

function* describe(
  { monitor, firmware }: ApiContext,
  board: Board,
  version: string,
): Steps<FirmwareImageAnswer> {
  const image = getImage(monitor.store, board, version);
  const versions = yield* countVersions(monitor.store);
  const [described] = describeImages(monitor, firmware, [image], versions);
  if (described === undefined) throw new Error('one image has one description');
  return described;
}
