import { deleteDevice, forgetPast } from '../../actions/devices/delete-device.ts';
import { editDevice } from '../../actions/devices/edit-device.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import {
  changeDeviceAnswerSchema,
  type DeviceAnswer,
  deviceAnswerSchema,
  deviceIdParams,
  deviceQuerySchema,
  devicesAnswerSchema,
  editDeviceSchema,
} from '../../contract/devices/devices.ts';
import { doneAnswer } from '../../contract/fields.ts';
import type { OutputOf } from '../../contract/shape.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { type DeviceOrder, listDevices } from '../../store/devices/device-list.ts';
import { findDeviceOverview } from '../../store/devices/device-overview.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { type Route, route } from '../engine/route.ts';
import { describeDevice, deviceMoment } from './describe-device.ts';
import { describeHealth } from './describe-health.ts';
import { describeRefusals } from './describe-refusals.ts';

const tag = 'Devices';

/** Every device; for operators. */
export function adminDeviceRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/devices',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List devices',
        description:
          'Newest first, or in the order of `sort`: `since` is when what a device lacks went, `urgency` puts first what nobody was told of, then what nobody has acknowledged, `key_end` is when its key ends. `q` is a part of a device id, of a site name, or of the name or phone number of a customer. `filter`: `power_on` is heard and known to have power, `offline` is whatever is not `online`, `unknown` was never heard, `down` says that power is gone; `lost` is `mains_lost` or `contact_lost`, and `unacknowledged` those of them that nobody has acknowledged; of `untold` devices an outage would be told to nobody; the key of `key_ending` ones ends within 30 days. `counts` heeds the search, not the filter.',
        query: deviceQuerySchema,
        answer: devicesAnswerSchema,
      },
      function* ({ query, caller, now }) {
        const { q, filter, page, limit } = query;
        const { customer_id: customerId, area_outage_id: areaOutageId } = query;
        const wanted = { q, hidden: hiddenFrom(caller), filter, customerId, areaOutageId };
        const moment = deviceMoment(monitor, now.wallMs);
        const order = orderOf(monitor, query);
        const { rows, counts } = yield* listDevices(monitor.store, wanted, query, moment, order);
        const data = rows.map((row) => describeDevice(monitor, row, now.wallMs));
        return { ok: true as const, data, total: counts[filter], page, limit, counts };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/devices/:id',
        access: 'viewer',
        tag,
        summary: 'Read a device',
        params: deviceIdParams,
        answer: deviceAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, now }) => {
        const device = readDevice(monitor, params.id, now);
        const health = describeHealth(monitor, device.device_id, now.wallMs);
        const refusals = describeRefusals(monitor.fleet, device.device_id, now.wallMs);
        return { ok: true as const, data: { ...device, health, refusals } };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/devices/:id',
        access: 'support',
        tag,
        summary: 'Change what a device is called and where it stands',
        description:
          'Fields that are left out stay. A `cell` set here is the operator’s: the owner of the device cannot change it, and it stays when the device goes to another owner.',
        params: deviceIdParams,
        body: editDeviceSchema,
        answer: changeDeviceAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, body, actor, now }) => {
        const { site_name: siteName, site_address: siteAddress, ...place } = body;
        const edit = { siteName, siteAddress, ...place };
        editDevice(monitor, params.id, edit, actor, now);
        const data = readDevice(monitor, params.id, now);
        return { ok: true as const, data, message: 'Device saved successfully' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/devices/:id/release',
        access: 'support',
        tag,
        summary: 'Take a device from its customer and its keys',
        description:
          'It is refused, and told why, until it is enrolled again. Its keys keep their owner and their end, and may serve another device. Name, address and alert settings are set back; an open outage ends.',
        params: deviceIdParams,
        answer: changeDeviceAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        releaseDevice(monitor, params.id, actor, now);
        const data = readDevice(monitor, params.id, now);
        return { ok: true as const, data, message: 'Device released successfully' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/devices/:id',
        access: 'support',
        tag,
        summary: 'Delete a device with its history',
        description:
          'Its history goes first, little by little; once that is gone it is refused. Its keys may serve another device. To refuse it at once, release it before.',
        params: deviceIdParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      function* ({ params, actor, now }) {
        const row = yield* forgetPast(monitor, params.id, actor, now);
        deleteDevice(monitor, params.id, actor, now, row);
        return { ok: true as const, message: 'Device deleted successfully' };
      },
    ),
  ];
}

/** Sorts by what the list shows: memory knows when a device was last heard. */
function orderOf(
  { fleet }: Monitor,
  { sort, direction }: OutputOf<typeof deviceQuerySchema>,
): DeviceOrder | undefined {
  if (sort === undefined) return undefined;
  const heardAt = (deviceId: string) => fleet.get(deviceId)?.state.lastHeardAt ?? null;
  return { by: sort, direction, heardAt };
}

/** @throws AppError NOT_FOUND */
function readDevice(monitor: Monitor, deviceId: string, now: Instant): DeviceAnswer {
  const overview = findDeviceOverview(monitor.store, deviceId);
  if (overview === undefined) throw new AppError('NOT_FOUND', 'There is no such device.');
  return describeDevice(monitor, overview, now.wallMs);
}
