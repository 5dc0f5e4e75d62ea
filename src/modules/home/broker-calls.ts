import { findingOf } from '../../domain/findings.ts';
import { isoTime } from '../../http/engine/iso-time.ts';
import { type Route, route } from '../../http/engine/route.ts';
import type { Core } from '../module.ts';
import { readHomeBroker } from './broker-rows.ts';
import {
  type HomeBrokerAnswer,
  homeBrokerAnswerSchema,
  homeBrokerBodySchema,
  homeBrokerSavedAnswerSchema,
} from './contract.ts';
import { removeHomeBroker, saveHomeBroker } from './home-broker.ts';
import type { HomeLinks } from './home-links.ts';

const common = {
  path: '/api/customer/home-broker',
  access: 'customer',
  tag: 'Portal',
} as const;

/** A broker of the customer's own, to which we publish their sites; its password is never answered. */
export function homeBrokerRoutes(
  { monitor }: Core,
  links: Pick<HomeLinks, 'statusOf' | 'tryOut'>,
): Route[] {
  const show = (customerId: number): HomeBrokerAnswer | null => {
    const kept = readHomeBroker(monitor.store, customerId);
    if (kept === null) return null;
    const { url, username, ca } = kept;
    const { connectedSince = null, problem = null } = links.statusOf(customerId) ?? {};
    return {
      ...{ url, username, ca },
      connected_since: isoTime(connectedSince),
      problem: problem?.text ?? null,
      problem_code: (problem && findingOf(problem.text)?.code) ?? null,
      problem_at: isoTime(problem?.at ?? null),
    };
  };
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'Read to which broker sites are published',
        answer: homeBrokerAnswerSchema,
      },
      ({ caller }) => ({ ok: true as const, data: show(caller.id) }),
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'PUT',
        summary: 'Publish sites to a broker of one’s own',
        description:
          'Logs in to the broker first, and keeps it only if that works; otherwise `fields.url` says what it answered. Publishes Home Assistant’s discovery messages and the state of each site there, and hears the buttons.',
        body: homeBrokerBodySchema,
        answer: homeBrokerSavedAnswerSchema,
        errors: ['CONFLICT', 'UNAVAILABLE'],
      },
      async ({ caller, actor, body }) => {
        await saveHomeBroker(monitor, caller.id, body, (login) => links.tryOut(login), actor);
        return { ok: true as const, data: show(caller.id), message: 'Sites are published there' };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'DELETE',
        summary: 'Publish sites to no broker',
        description: 'What was published is taken away there, if the broker is connected.',
        answer: homeBrokerSavedAnswerSchema,
      },
      ({ caller, actor, now }) => {
        removeHomeBroker(monitor, caller.id, actor, now);
        return { ok: true as const, data: null, message: 'Sites are published there no more' };
      },
    ),
  ];
}
