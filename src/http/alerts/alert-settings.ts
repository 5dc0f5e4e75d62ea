import {
  type AlertSettings,
  changeAlertSettings,
} from '../../actions/alerts/change-alert-settings.ts';
import { toggleAlerts } from '../../actions/alerts/toggle-alerts.ts';
import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import type { CustomerAccount } from '../../actions/people/find-account.ts';
import {
  type AlertSettingsAnswer,
  alertDefaults,
  alertRanges,
  alertSettingsAnswerSchema,
  saveAlertSettingsSchema,
  toggleAlertsSchema,
} from '../../contract/alerts/alert-settings.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

/** What the three calls have in common. */
const common = {
  access: 'customer',
  tag: 'Portal',
  params: deviceIdParams,
  answer: alertSettingsAnswerSchema,
  errors: ['NOT_FOUND'],
  saysSuccess: true,
} as const;

/** When the owner of a device is told. */
export function alertSettingsRoutes({ monitor }: ApiContext): Route[] {
  return [
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
        method: 'PUT',
        path: '/api/settings/devices/:id',
        summary: 'Change the alert settings of a device',
        description:
          'Any of the four; in force at once, also for an outage that goes on. Failures say `success: false` and `message`, too.',
        body: saveAlertSettingsSchema,
      },
      ({ caller, params, body, actor, now }) => {
        const wanted = {
          alertEnabled: body.alertEnabled,
          thresholdSeconds: body.downtimeThreshold,
          reminderSeconds: body.reminderInterval,
          alertOnRecovery: body.alertOnRecovery,
        };
        const device = ownerOf(caller, params);
        const saved = changeAlertSettings(monitor, device, wanted, actor, now);
        return answer(saved, 'Alert settings saved');
      },
    ),
    route(
      {
        ...common,
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

function ownerOf(caller: CustomerAccount, params: { readonly id: string }) {
  return { customerId: caller.id, deviceId: params.id, by: caller.name };
}

function answer(settings: AlertSettings, message: string) {
  const data: AlertSettingsAnswer = {
    alertEnabled: settings.alertEnabled,
    downtimeThreshold: settings.thresholdSeconds,
    reminderInterval: settings.reminderSeconds,
    alertOnRecovery: settings.alertOnRecovery,
    defaults: alertDefaults,
    ranges: alertRanges,
  };
  return { ok: true as const, success: true as const, data, message };
}
