import { type Route, route } from '../../http/engine/route.ts';
import type { Core } from '../module.ts';
import { readHomeAccount } from './account-rows.ts';
import {
  type HomeAccountAnswer,
  homeAccountAnswerSchema,
  homeClosedAnswerSchema,
  homeOpenedAnswerSchema,
} from './contract.ts';
import { closeHomeAccount, openHomeAccount } from './home-account.ts';
import type { HomeDoor } from './home-door.ts';

const common = {
  path: '/api/customer/home-automation',
  access: 'customer',
  tag: 'Portal',
} as const;

/** A customer's home automation: it sees their sites over MQTT, and presses the buttons of alerts. */
export function homeAccountRoutes(
  { monitor, mqttEndpoint }: Core,
  door: Pick<HomeDoor, 'connectionsOf'>,
): Route[] {
  const show = (customerId: number, isSecure: boolean): HomeAccountAnswer => {
    const { port, tls } = mqttEndpoint(isSecure);
    return {
      username: readHomeAccount(monitor.store, customerId)?.name ?? null,
      connections: door.connectionsOf(customerId),
      mqtt: { port, tls, path: '/mqtt' },
    };
  };
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'Read how a home automation comes in',
        answer: homeAccountAnswerSchema,
      },
      ({ caller, isSecure }) => ({ ok: true as const, data: show(caller.id, isSecure) }),
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'POST',
        summary: 'Let a home automation in',
        description:
          'Answers a new username and password, for Home Assistant’s MQTT integration; what came in with the ones before ends within a second.',
        answer: homeOpenedAnswerSchema,
      },
      ({ caller, isSecure, actor, now }) => {
        const { password } = openHomeAccount(monitor, caller.id, actor, now);
        const data = { ...show(caller.id, isSecure), password };
        return { ok: true as const, data, message: 'Home automation let in' };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'DELETE',
        summary: 'Let no home automation in',
        description: 'What is connected ends within a second.',
        answer: homeClosedAnswerSchema,
      },
      ({ caller, isSecure, actor, now }) => {
        closeHomeAccount(monitor, caller.id, actor, now);
        const data = show(caller.id, isSecure);
        return { ok: true as const, data, message: 'Home automation shut out' };
      },
    ),
  ];
}
