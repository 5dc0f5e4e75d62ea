import { accountRoutes } from './account.ts';
import { adminDeviceRoutes } from './admin-devices.ts';
import { adminFirmwareRoutes } from './admin-firmware.ts';
import { adminSystemRoutes } from './admin-system.ts';
import { alertSettingsRoutes } from './alert-settings.ts';
import type { ApiContext } from './api-context.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { customerRoutes } from './customers.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deviceRoutes, heartbeatSpec } from './device.ts';
import { deviceFirmwareRoutes } from './device-firmware.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { flashFirmwareRoutes } from './flash-firmware.ts';
import { keyRoutes } from './keys.ts';
import { notificationRoutes } from './notifications.ts';
import { oidcRoutes } from './oidc.ts';
import { operatorRoutes } from './operators.ts';
import { outageRoutes } from './outages.ts';
import { portalRoutes } from './portal.ts';
import { privacyRoutes } from './privacy.ts';
import { questionRoutes } from './questions.ts';
import { referenceRoutes } from './reference/routes.ts';
import { reportRoutes } from './reports.ts';
import type { Route } from './route.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { secondStepRoutes } from './second-step.ts';
import { settingsRoutes } from './settings.ts';
import { setupNetworkRoutes } from './setup-network.ts';
import { streamRoutes } from './stream.ts';
import { systemRoutes } from './system.ts';

/** Every call there is, chapter by chapter, as the reference shows them. */
export function apiRoutes(context: ApiContext): readonly Route[] {
  const routes = [
    ...authRoutes(context),
    ...secondStepRoutes(context),
    ...oidcRoutes(context),
    ...accountRoutes(context),
    ...secondFactorRoutes(context),
    ...dashboardRoutes(context),
    ...customerRoutes(context),
    ...questionRoutes(context),
    ...adminDeviceRoutes(context),
    ...keyRoutes(context),
    ...eventRoutes(context),
    ...outageRoutes(context),
    ...notificationRoutes(context),
    ...auditRoutes(context),
    ...exportRoutes(context),
    ...operatorRoutes(context),
    ...settingsRoutes(context),
    ...adminSystemRoutes(context),
    ...adminFirmwareRoutes(context),
    ...flashFirmwareRoutes(context),
    ...privacyRoutes(context),
    ...portalRoutes(context),
    ...setupNetworkRoutes(context),
    ...alertSettingsRoutes(context),
    ...reportRoutes(context),
    ...streamRoutes(context),
    ...deviceRoutes(context),
    ...deviceFirmwareRoutes(context),
    ...systemRoutes(context),
  ];
  return [...routes, ...referenceRoutes([heartbeatSpec, ...routes], context.version)];
}
