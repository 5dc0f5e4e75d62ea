import { noteRestart, readExtras, saveExtras } from '../../actions/system/extras.ts';
import {
  type ExtrasAnswer,
  extrasAnswerSchema,
  restartAnswerSchema,
  saveExtrasAnswerSchema,
  saveExtrasSchema,
} from '../../contract/system/extras.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const common = { path: '/api/extras', access: 'owner', tag: 'Settings' } as const;

/** The modules, and their switches. */
export function extrasRoutes(context: ApiContext): Route[] {
  const { monitor, extras } = context;
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'List the modules',
        description:
          'What not every installation needs. The calls of a module that is off answer 404.',
        answer: extrasAnswerSchema,
      },
      async () => ({ ok: true as const, data: await describe(context) }),
    ),
    route(
      {
        ...common,
        method: 'PUT',
        needsProof: true,
        summary: 'Switch modules on and off',
        description:
          'A log-in is one of them, so a session has to prove itself. They change with the next start of the server. Nothing that is stored is lost. What the configuration sets up stays on.',
        body: saveExtrasSchema,
        answer: saveExtrasAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ body, actor, now }) => {
        if (extras.isConfigured) throw new AppError('CONFLICT', refusals.settingConfigured);
        saveExtras(monitor.store, body.extras, extras.known, extras.named, actor, now);
        return {
          ok: true as const,
          data: await describe(context),
          message: 'Saved; it takes effect with the next start',
        };
      },
    ),
    route(
      {
        ...common,
        path: '/api/extras/restart',
        method: 'POST',
        needsProof: true,
        summary: 'Restart the server for switches that wait',
        description:
          'Twice in ten minutes at most, and only where systemd starts it again (`can_restart`), and a switch waits for the next start. It is away for some seconds.',
        answer: restartAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      async ({ actor, now }) => {
        const { extras: all, can_restart: isCertain } = await describe(context);
        if (!isCertain) throw new AppError('CONFLICT', 'Nothing here starts the server again.');
        if (all.every((extra) => extra.is_on === extra.is_on_next)) {
          throw new AppError('CONFLICT', 'No switch waits for the next start.');
        }
        noteRestart(monitor.store, actor, now);
        context.restart.begin();
        return { ok: true as const };
      },
    ),
  ];
}

async function describe({ monitor, extras, restart }: ApiContext): Promise<ExtrasAnswer> {
  const { known, on, isConfigured, named } = extras;
  const next = isConfigured ? on : readExtras(monitor.store, known, named);
  return {
    extras: known.map(({ name, words, needs, setUpBy = null }) => ({
      ...{ name, words, needs: [...needs] },
      set_up_by: setUpBy !== null && named.has(setUpBy) ? setUpBy : null,
      is_on: on.includes(name),
      is_on_next: next.includes(name),
    })),
    is_configured: isConfigured,
    restart_command: restart.command,
    can_restart: await restart.isCertain(),
  };
}
