import { alertSettingsRoutes } from '../alerts/alert-settings.ts';
import { callRoutes } from '../alerts/calls.ts';
import { contactRoutes } from '../alerts/contacts.ts';
import { emailRoutes } from '../alerts/email.ts';
import { lineRoutes } from '../alerts/line.ts';
import { messageLinkRoutes } from '../alerts/message-links.ts';
import { messengerRoutes } from '../alerts/messengers.ts';
import { notificationRoutes } from '../alerts/notifications.ts';
import { numberRoutes } from '../alerts/numbers.ts';
import { operatorAlertRoutes } from '../alerts/operator-alerts.ts';
import { plannedTimeRoutes } from '../alerts/planned-times.ts';
import { pushRoutes } from '../alerts/push.ts';
import { webhookRoutes } from '../alerts/webhooks.ts';
import { adminDeviceRoutes } from '../devices/admin-devices.ts';
import { placeRoutes } from '../devices/places.ts';
import { portalRoutes } from '../devices/portal.ts';
import { questionRoutes } from '../devices/questions.ts';
import { setupNetworkRoutes } from '../devices/setup-network.ts';
import { spokenNameRoutes } from '../devices/spoken-name.ts';
import { exportRoutes } from '../exports/exports.ts';
import { adminFirmwareRoutes } from '../firmware/admin-firmware.ts';
import { deviceFirmwareRoutes } from '../firmware/device-firmware.ts';
import { flashFirmwareRoutes } from '../firmware/flash-firmware.ts';
import { deviceRoutes, heartbeatSpec } from '../fleet/device.ts';
import { eventRoutes } from '../fleet/events.ts';
import { mainsVoltageRoutes } from '../fleet/mains-voltage.ts';
import { outageRoutes } from '../fleet/outages.ts';
import { reportRoutes } from '../fleet/reports.ts';
import { keyRoutes } from '../keys/keys.ts';
import { accountRoutes } from '../people/account.ts';
import { apiTokenRoutes } from '../people/api-tokens.ts';
import { auditRoutes } from '../people/audit.ts';
import { authRoutes } from '../people/auth.ts';
import { customerRoutes } from '../people/customers.ts';
import { operatorRoutes } from '../people/operators.ts';
import { privacyRoutes } from '../people/privacy.ts';
import { reauthenticateRoutes } from '../people/reauthenticate.ts';
import { secondFactorRoutes } from '../people/second-factors.ts';
import { secondStepRoutes } from '../people/second-step.ts';
import { referenceRoutes } from '../reference/routes.ts';
import { streamRoutes } from '../stream/stream.ts';
import { adminSystemRoutes } from '../system/admin-system.ts';
import { attentionRoutes } from '../system/attention.ts';
import { channelRoutes } from '../system/channels.ts';
import { dashboardRoutes } from '../system/dashboard.ts';
import { extrasRoutes } from '../system/extras.ts';
import { operatorRecipientRoutes } from '../system/operator-recipients.ts';
import { settingsRoutes } from '../system/settings.ts';
import { setupRoutes } from '../system/setup.ts';
import { shopRoutes } from '../system/shop.ts';
import { simulatedBoardRoutes } from '../system/simulated-board.ts';
import { systemRoutes } from '../system/system.ts';
import type { ApiContext } from './api-context.ts';
import type { Route } from './route.ts';

/** Every call there is, those of the modules that are on included. */
export function apiRoutes(context: ApiContext): readonly Route[] {
  const routes = [
    ...authRoutes(context),
    ...secondStepRoutes(context),
    ...reauthenticateRoutes(context),
    ...accountRoutes(context),
    ...secondFactorRoutes(context),
    ...attentionRoutes(context),
    ...dashboardRoutes(context),
    ...customerRoutes(context),
    ...questionRoutes(context),
    ...adminDeviceRoutes(context),
    ...placeRoutes(context),
    ...operatorAlertRoutes(context),
    ...keyRoutes(context),
    ...eventRoutes(context),
    ...outageRoutes(context),
    ...notificationRoutes(context),
    ...lineRoutes(context),
    ...emailRoutes(context),
    ...messageLinkRoutes(context),
    ...webhookRoutes(context),
    ...numberRoutes(context),
    ...callRoutes(context),
    ...pushRoutes(context),
    ...auditRoutes(context),
    ...exportRoutes(context),
    ...operatorRoutes(context),
    ...apiTokenRoutes(context),
    ...settingsRoutes(context),
    ...channelRoutes(context),
    ...operatorRecipientRoutes(context),
    ...shopRoutes(context),
    ...setupRoutes(context),
    ...extrasRoutes(context),
    ...simulatedBoardRoutes(context),
    ...adminSystemRoutes(context),
    ...adminFirmwareRoutes(context),
    ...flashFirmwareRoutes(context),
    ...privacyRoutes(context),
    ...portalRoutes(context),
    ...messengerRoutes(context),
    ...setupNetworkRoutes(context),
    ...spokenNameRoutes(context),
    ...alertSettingsRoutes(context),
    ...contactRoutes(context),
    ...plannedTimeRoutes(context),
    ...reportRoutes(context),
    ...mainsVoltageRoutes(context),
    ...streamRoutes(context),
    ...deviceRoutes(context),
    ...deviceFirmwareRoutes(context),
    ...systemRoutes(context),
    ...context.moduleRoutes,
  ];
  return [...routes, ...referenceRoutes([heartbeatSpec, ...routes], context)];
}
