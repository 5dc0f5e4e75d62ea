import { saveSettings } from '../../actions/system/save-settings.ts';
import {
  type SettingsAnswer,
  saveSettingsAnswerSchema,
  saveSettingsSchema,
  settingsAnswerSchema,
} from '../../contract/system/settings.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Settings';

/** The settings of an operator, and the part of the configuration they see. */
export function settingsRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/settings',
        access: 'owner',
        tag,
        summary: 'Read the settings',
        answer: settingsAnswerSchema,
      },
      () => ({ ok: true as const, data: describe(context) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/api/settings',
        access: 'owner',
        tag,
        summary: 'Save settings',
        description: 'Any of the seven; they are in force at once.',
        body: saveSettingsSchema,
        answer: saveSettingsAnswerSchema,
      },
      ({ body, actor, now }) => {
        saveSettings(monitor, body, actor, now);
        return {
          ok: true as const,
          data: describe(context),
          message: 'Settings saved successfully',
        };
      },
    ),
  ];
}

function describe({ monitor, telegram }: ApiContext): SettingsAnswer {
  const token = telegram.token();
  return {
    ...monitor.settings,
    botToken: token === null ? null : maskToken(token),
    adminMessagingId: telegram.adminChat,
  };
}

/** The bot's number is no secret; of the rest enough is shown to tell one token from another. */
function maskToken(token: string): string {
  const [number = ''] = token.split(':');
  return `${number}:••••••••${token.slice(-4)}`;
}
