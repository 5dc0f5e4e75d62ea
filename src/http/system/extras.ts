import { readExtras, saveExtras } from '../../actions/system/extras.ts';
import {
  type ExtrasAnswer,
  extrasAnswerSchema,
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
      () => ({ ok: true as const, data: describe(context) }),
    ),
    route(
      {
        ...common,
        method: 'PUT',
        summary: 'Switch modules on and off',
        description:
          'They change with the next start of the server. Nothing that is stored is lost. What the configuration sets up stays on.',
        body: saveExtrasSchema,
        answer: saveExtrasAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body, actor, now }) => {
        if (extras.isConfigured) throw new AppError('CONFLICT', refusals.settingConfigured);
        saveExtras(monitor.store, body.extras, extras.known, extras.named, actor, now);
        return {
          ok: true as const,
          data: describe(context),
          message: 'Saved; it takes effect with the next start',
        };
      },
    ),
  ];
}

function describe({ monitor, extras, restartCommand }: ApiContext): ExtrasAnswer {
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
    restart_command: restartCommand,
  };
}
