import {
  changeAlertSettings,
  changeManyAlertSettings,
  toggleAlerts,
} from '../../actions/alerts/change-alert-settings.ts';
import { quietDevices } from '../../actions/alerts/quiet-devices.ts';
import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import type { CustomerAccount } from '../../actions/people/find-account.ts';
import {
  type AlertSettingsAnswer,
  alertRanges,
  alertSettingsAnswerSchema,
  quietDevicesAnswerSchema,
  quietDevicesSchema,
  saveAlertSettingsSchema,
  saveManyAlertSettingsSchema,
  saveManyAnswerSchema,
  toggleAlertsSchema,
} from '../../contract/alerts/alert-settings.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  type AlertSettings,
  alertSettings,
  alertSettingsAtFirst,
} from '../../domain/alerts/alert-settings.ts';
import { AppError } from '../../domain/errors.ts';
import { fromDoor, toDoor } from '../../domain/fields.ts';
import { refusals } from '../../domain/findings.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { asWished, describeEnd, describeQuiet } from './describe-quiet.ts';

/** The part that the three calls have in common. */
const common = {
  access: 'customer',
  tag: 'Portal',
  params: deviceIdParams,
  answer: alertSettingsAnswerSchema,
  errors: ['NOT_FOUND'],
  saysSuccess: true,
} as const;

/** When the owner of a device is told. */
export function alertSettingsRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    ...manyDevicesRoutes(context),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/settings/devices/:id',
        summary: 'Read the alert settings of a device',
      },
      ({ caller, params }) =>
        answer(getOwnedDevice(monitor.store, ownerOf(caller, params)), 'Alert settings'),
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'PUT',
        path: '/api/settings/devices/:id',
        summary: 'Change the alert settings of a device',
        description:
          'Any of them; in force at once, also for an outage that goes on. Failures say `success: false` and `message`, too.',
        body: saveAlertSettingsSchema,
      },
      ({ caller, params, body, actor, now }) => {
        const device = ownerOf(caller, params);
        const saved = changeAlertSettings(
          monitor,
          device,
          fromDoor(alertSettings, 'api', body, undefined),
          actor,
          now,
        );
        return answer(saved, 'Alert settings saved');
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'POST',
        path: '/api/settings/devices/:id/toggle-alerts',
        summary: 'Switch the alerts of a device on or off',
        description: 'Switching them on ends a mute.',
        body: toggleAlertsSchema,
      },
      ({ caller, params, body, actor, now }) => {
        const saved = toggleAlerts(monitor, ownerOf(caller, params), body.enabled, actor, now);
        return answer(saved, body.enabled ? 'Alerts are on' : 'Alerts are off');
      },
    ),
  ];
}

/** Changes of several devices in one go: of all of them, or of none. */
function manyDevicesRoutes({ monitor, timezone }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'PUT',
        path: '/api/customer/alert-settings',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Give several devices the same alert settings',
        description: 'Any of them; all of the devices, or none.',
        body: saveManyAlertSettingsSchema,
        answer: saveManyAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, body, actor, now }) => {
        const devices = body.device_ids.map((id) => ownerOf(caller, { id }));
        changeManyAlertSettings(
          monitor,
          devices,
          fromDoor(alertSettings, 'api', body, undefined),
          actor,
          now,
        );
        const data = { devices: devices.length };
        return { ok: true as const, data, message: 'Alert settings saved' };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/customer/quiet',
        access: 'customer',
        tag: 'Portal',
        summary: 'Mute alerts of several devices for a while, for good, or not any more',
        description:
          'All of the devices, or none. What would be said meanwhile is said when the time is over, if it is still true. At most seven days; for good only by the owner.',
        body: quietDevicesSchema,
        answer: quietDevicesAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, body, actor, now }) => {
        const isForGood = body.devices.some(({ quiet }) => quiet === 'ever');
        if (isForGood && !caller.isOwner) throw new AppError('FORBIDDEN', refusals.ownersOnly);
        const devices = body.devices.map(({ device_id: deviceId, quiet }) => ({
          deviceId,
          quiet: asWished(quiet, now, timezone),
        }));
        const request = { customerId: caller.id, devices, by: caller.name, actor };
        const before = quietDevices(monitor, request, now).map(describeQuiet);
        const data = { before, until: describeEnd(devices) };
        return { ok: true as const, data, message: 'Alerts changed' };
      },
    ),
  ];
}

function ownerOf(caller: CustomerAccount, params: { readonly id: string }) {
  return { customerId: caller.id, deviceId: params.id, by: caller.name };
}

function answer(settings: AlertSettings, message: string) {
  const data: AlertSettingsAnswer = {
    ...toDoor(alertSettings, 'api', settings),
    defaults: toDoor(alertSettings, 'api', alertSettingsAtFirst),
    ranges: alertRanges,
  };
  return { ok: true as const, success: true as const, data, message };
}
