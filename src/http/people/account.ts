import { endSession, nameSession, sessionsOf } from '../../actions/people/end-sessions.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { sessionParams, sessionsAnswerSchema } from '../../contract/people/account.ts';
import { nameBrowser } from '../../domain/people/session.ts';
import { listSessions } from '../../store/people/sessions.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Own account';

/** The open sessions of an account. */
export function accountRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/account/sessions',
        access: 'account',
        tag,
        summary: 'List the own sessions',
        description: 'Those that are open, the last used first.',
        answer: sessionsAnswerSchema,
      },
      ({ caller }) => ({
        ok: true as const,
        data: listSessions(monitor.store, sessionsOf(caller)).map((session) => ({
          id: nameSession(session.id),
          method: session.method,
          created_at: isoTime(session.createdAt),
          last_used_at: isoTime(session.lastUsedAt),
          address: session.address,
          browser: nameBrowser(session.userAgent),
          is_current: session.id === caller.sessionId,
        })),
      }),
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/account/sessions/:id',
        access: 'account',
        tag,
        summary: 'End one of the own sessions',
        description: 'Whatever it holds open ends at once.',
        params: sessionParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, caller, actor, now }) => {
        endSession(monitor, caller, params.id, actor, now);
        return { ok: true as const, message: 'Session ended' };
      },
    ),
  ];
}
