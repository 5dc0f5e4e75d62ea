import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import { getDevice } from '../../actions/devices/edit-device.ts';
import { showSetupNetwork } from '../../actions/devices/show-setup-network.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import { setupNetworkAnswerSchema } from '../../contract/devices/setup-network.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const summary = "Read name and password of a device's set-up network";
const description =
  'The password follows from the activation key that the device was enrolled with. A device that is not configured makes its own, and tells it on its serial line. Who was told stands in the audit log.';

/** The name and password of a board's set-up network. */
export function setupNetworkRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/devices/:id/setup-network',
        access: 'support',
        tag: 'Devices',
        summary,
        description,
        params: deviceIdParams,
        answer: setupNetworkAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        const { id: row, deviceId, customerId } = getDevice(store, params.id);
        const data = showSetupNetwork(store, { row, deviceId, customerId }, actor, now);
        return { ok: true as const, data };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/devices/:id/setup-network',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary,
        description,
        params: deviceIdParams,
        answer: setupNetworkAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        const owned = { customerId: caller.id, deviceId: params.id };
        const { row } = getOwnedDevice(store, owned);
        const data = showSetupNetwork(store, { row, ...owned }, actor, now);
        return { ok: true as const, data };
      },
    ),
  ];
}
