import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { changeAlertSettings } from '../../actions/alerts/change-alert-settings.ts';
import { quietDevices } from '../../actions/alerts/quiet-devices.ts';
import { remindAgain } from '../../actions/alerts/remind-again.ts';
import { sendTestAlert } from '../../actions/alerts/send-test-alert.ts';
import {
  markDeviceSchema,
  quietDeviceSchema,
  quietDevicesAnswerSchema,
} from '../../contract/alerts/alert-settings.ts';
import {
  acknowledgeDevicesSchema,
  acknowledgedDevicesAnswerSchema,
  deviceIdParams,
  remindedDevicesAnswerSchema,
} from '../../contract/devices/devices.ts';
import { testAlertAnswerSchema } from '../../contract/devices/portal.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { customerIdParams } from '../../contract/people/customers.ts';
import { AppError } from '../../domain/errors.ts';
import { findDeviceOverview } from '../../store/devices/device-overview.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { asWished, describeEnd, describeQuiet } from './describe-quiet.ts';
import { queuedTest } from './messengers.ts';

/** Calls of an operator for a customer on the phone: the same as the customer's own. */
export function operatorAlertRoutes({ monitor, timezone }: ApiContext): Route[] {
  const { store } = monitor;
  const owned = (deviceId: string) => {
    const device = findDeviceOverview(store, deviceId);
    if (device === undefined) throw new AppError('NOT_FOUND', 'There is no such device.');
    if (device.customer === null) throw new AppError('CONFLICT', 'Nobody is told of this device.');
    return { customerId: device.customer.id, outage: device.outage };
  };
  /** @returns those whose owner's open outage was answered so */
  const eachLost = (
    deviceIds: readonly string[],
    answer: (customerId: number, outageId: number) => boolean,
  ) =>
    [...new Set(deviceIds)].filter((deviceId) => {
      const { customer, outage } = findDeviceOverview(store, deviceId) ?? {};
      return customer != null && outage != null && answer(customer.id, outage.id);
    });
  return [
    route(
      {
        method: 'POST',
        path: '/api/devices/:id/acknowledge',
        access: 'support',
        tag: 'Devices',
        summary: 'Acknowledge the outage of a device',
        description: 'No more reminders of it go to its owner. The first one stands.',
        params: deviceIdParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, caller, actor, now }) => {
        const { customerId, outage } = owned(params.id);
        if (outage === null) throw new AppError('CONFLICT', 'This device is in no outage.');
        const wanted = { customerId, outageIds: [outage.id], by: caller.username, actor };
        acknowledgeOutages(monitor, wanted, now);
        return { ok: true as const, message: 'Acknowledged' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/devices/:id/remind',
        access: 'support',
        tag: 'Devices',
        summary: 'Withdraw the acknowledgement of the outage of a device',
        description: 'Reminders of it go on.',
        params: deviceIdParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, caller, actor, now }) => {
        const { customerId, outage } = owned(params.id);
        const outageIds = outage === null ? [] : [outage.id];
        const wanted = { customerId, outageIds, by: caller.username, actor };
        if (remindAgain(monitor, wanted, now).length === 0) {
          throw new AppError('CONFLICT', 'Nobody has acknowledged an outage of this device.');
        }
        return { ok: true as const, message: 'Reminders go on' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/devices/acknowledge',
        access: 'support',
        tag: 'Devices',
        summary: 'Acknowledge the outages of several devices',
        description:
          'As one by one. Devices that are unknown, nobody’s, or in no outage any more are left out.',
        body: acknowledgeDevicesSchema,
        answer: acknowledgedDevicesAnswerSchema,
      },
      ({ body, caller, actor, now }) => {
        const acknowledged = eachLost(body.device_ids, (customerId, outageId) => {
          const wanted = { customerId, outageIds: [outageId], by: caller.username, actor };
          const [done] = acknowledgeOutages(monitor, wanted, now);
          return done !== undefined && done.earlier === null;
        });
        return { ok: true as const, data: { acknowledged }, message: 'Acknowledged' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/devices/remind',
        access: 'support',
        tag: 'Devices',
        summary: 'Withdraw the acknowledgements of the outages of several devices',
        description:
          'As one by one. Devices whose outage nobody has acknowledged, or is over, are left out.',
        body: acknowledgeDevicesSchema,
        answer: remindedDevicesAnswerSchema,
      },
      ({ body, caller, actor, now }) => {
        const reminded = eachLost(body.device_ids, (customerId, outageId) => {
          const wanted = { customerId, outageIds: [outageId], by: caller.username, actor };
          return remindAgain(monitor, wanted, now).length > 0;
        });
        return { ok: true as const, data: { reminded }, message: 'Reminders go on' };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/devices/:id/quiet',
        access: 'support',
        tag: 'Devices',
        summary: 'Mute the alerts of a device for a while, for good, or not any more',
        description:
          'What would be said meanwhile is said when the time is over, if it is still true.',
        params: deviceIdParams,
        body: quietDeviceSchema,
        answer: quietDevicesAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, body, caller, actor, now }) => {
        const { customerId } = owned(params.id);
        const devices = [{ deviceId: params.id, quiet: asWished(body.quiet, now, timezone) }];
        const request = { customerId, devices, by: caller.username, actor };
        const before = quietDevices(monitor, request, now).map(describeQuiet);
        return {
          ok: true as const,
          data: { before, until: describeEnd(devices) },
          message: 'Alerts changed',
        };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/devices/:id/critical',
        access: 'support',
        tag: 'Devices',
        summary: 'Mark a site as critical, or not any more',
        description:
          'Phones of its owner ring at the threshold, in quiet hours too, until somebody acknowledges.',
        params: deviceIdParams,
        body: markDeviceSchema,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, body, caller, actor, now }) => {
        const { customerId } = owned(params.id);
        const device = { customerId, deviceId: params.id, by: caller.username };
        changeAlertSettings(monitor, device, { isCritical: body.critical }, actor, now);
        return { ok: true as const, message: 'Alert settings saved' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customers/:id/test-alert',
        access: 'support',
        scope: 'recipients',
        tag: 'Customers',
        summary: 'Send a test alert to every chat of a customer',
        params: customerIdParams,
        answer: testAlertAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      },
      ({ params, actor, now }) => {
        if (findCustomer(store, params.id) === undefined) {
          throw new AppError('CUSTOMER_NOT_FOUND', 'There is no such customer.');
        }
        return queuedTest(sendTestAlert(monitor, params.id, actor, now).recipients);
      },
    ),
  ];
}
