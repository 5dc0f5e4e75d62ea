import { type AttentionAnswer, attentionAnswerSchema } from '../../contract/system/attention.ts';
import { lossOf } from '../../domain/fleet/loss.ts';
import type { Instant } from '../../domain/instant.ts';
import { countFailedSince } from '../../store/system/system-facts.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { countPlainOutside, readProblems } from './admin-system.ts';

const dayMs = 86_400_000;

/** The data for the top of every page of the console; small, because it is fetched often. */
export function attentionRoutes(context: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/attention',
        access: 'viewer',
        tag: 'Dashboard',
        summary: 'Read what should be looked at now',
        description:
          'Sites without mains or contact, what is wrong with the service, and what could not be delivered. The sites themselves: `/api/devices?filter=lost`.',
        answer: attentionAnswerSchema,
      },
      ({ now }) => ({ ok: true as const, data: readAttention(context, now) }),
    ),
  ];
}

function readAttention(context: ApiContext, now: Instant): AttentionAnswer {
  const { store, fleet } = context.monitor;
  const sites = { mains_lost: 0, contact_lost: 0 };
  for (const { state } of fleet.all()) {
    const { link, power, outage } = state;
    const cause = outage === null || outage.recovery !== null ? null : outage.cause;
    const loss = lossOf({ link, power, cause });
    if (loss !== null) sites[loss] += 1;
  }
  return {
    sites,
    problems: readProblems(context, now),
    plain_outside: countPlainOutside(context, now),
    undelivered: countFailedSince(store, now.wallMs - dayMs),
  };
}
