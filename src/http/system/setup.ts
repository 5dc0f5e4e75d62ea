import { dismissStep, readDismissed } from '../../actions/system/set-up.ts';
import {
  changeSetupAnswerSchema,
  connectBotSchema,
  consoleSettingParams,
  dismissStepSchema,
  type SetupAnswer,
  saveConsoleSettingSchema,
  setupAnswerSchema,
  setupStepParams,
} from '../../contract/system/setup.ts';
import { leadsToPeople } from '../../domain/alerts/channels.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ConsoleSetting } from '../../domain/system/console-settings.ts';
import { type SetupStep, setupSteps } from '../../domain/system/setup-steps.ts';
import { readMeta } from '../../store/engine/meta.ts';
import { findAdminById } from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { listPasskeys } from '../../store/people/second-factors.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Settings';

/** What leads a new operator from a fresh installation to one that tells somebody. */
export function setupRoutes(context: ApiContext): Route[] {
  const { monitor, telegram, settings } = context;
  const requireOpen = () => {
    if (!telegram.isConfigured) return;
    throw new AppError('CONFLICT', refusals.tokenConfigured);
  };
  return [
    route(
      {
        method: 'GET',
        path: '/api/setup',
        access: 'owner',
        tag,
        summary: 'See what the installation lacks',
        answer: setupAnswerSchema,
      },
      ({ caller, now }) => ({ ok: true as const, data: describe(context, caller.id, now) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/api/setup/steps/:step',
        access: 'owner',
        tag,
        summary: 'Put a step away, or bring it back',
        params: setupStepParams,
        body: dismissStepSchema,
        answer: changeSetupAnswerSchema,
      },
      ({ params: { step }, body, caller, actor, now }) => {
        dismissStep(monitor, { step, isDismissed: body.is_dismissed }, actor, now);
        const data = describe(context, caller.id, now);
        return { ok: true as const, data, message: 'Saved successfully' };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/setup/settings/:setting',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Give a setting of the machine',
        description:
          'The folder for backups must be on another disk and writable, and is used at once; the time zone and the public address count from the next start. Not where the configuration names it, which wins.',
        params: consoleSettingParams,
        body: saveConsoleSettingSchema,
        answer: changeSetupAnswerSchema,
        errors: ['CONFLICT', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
      },
      async ({ params: { setting }, body, caller, actor, now }) => {
        const before = { value: settings.stateOf(setting).next };
        await settings.save(setting, body.value);
        const after = { value: settings.stateOf(setting).next };
        const entry = { actor, action: 'setup.save', subject: setting, before, after };
        writeAudit(monitor.store, entry, now.wallMs);
        const data = describe(context, caller.id, now);
        return { ok: true as const, data, message: 'Saved successfully' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/setup/messenger',
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: 'Connect a bot',
        description:
          'Telegram is asked whose token it is first; the bot then works at once, and after every start. Not where the configuration names a token, which wins.',
        body: connectBotSchema,
        answer: changeSetupAnswerSchema,
        errors: ['CONFLICT', 'UNAVAILABLE'],
      },
      async ({ body: { token }, caller, actor, now }) => {
        requireOpen();
        const subject = await connect(context, token);
        const entry = { actor, action: 'messenger.connect', subject };
        writeAudit(monitor.store, entry, now.wallMs);
        leaveTrace(monitor.store, actor, 'channel', 'telegram', now.wallMs);
        const data = describe(context, caller.id, now);
        return { ok: true as const, data, message: 'Bot connected' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/setup/messenger',
        access: 'owner',
        tag,
        summary: 'Disconnect the bot',
        description: 'Its token is forgotten; alerts go to the log again, and to nobody else.',
        answer: changeSetupAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ caller, actor, now }) => {
        requireOpen();
        const username = context.botUsername();
        await telegram.disconnect();
        const subject = username === null ? 'bot' : `@${username}`;
        writeAudit(monitor.store, { actor, action: 'messenger.disconnect', subject }, now.wallMs);
        const data = describe(context, caller.id, now);
        return { ok: true as const, data, message: 'Bot disconnected' };
      },
    ),
  ];
}

/** @throws AppError as `telegram.connect`, in the words of the set-up page */
async function connect({ telegram }: ApiContext, token: string): Promise<string> {
  try {
    return await telegram.connect(token);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    throw new AppError('VALIDATION', `token: ${refusals.tokenUnknown}`, {
      fields: { token: refusals.tokenUnknown },
    });
  }
}

function describe(context: ApiContext, adminId: number, now: Instant): SetupAnswer {
  const { monitor, telegram, system, settings } = context;
  const { store } = monitor;
  const dismissed = readDismissed(monitor);
  const isGiven = (setting: ConsoleSetting) => {
    const { value, next, isGiven } = settings.stateOf(setting);
    return isGiven && value !== null && value === next;
  };
  const say = (setting: ConsoleSetting) => {
    const { value, next, isConfigured } = settings.stateOf(setting);
    return { value, next, is_configured: isConfigured };
  };
  const isDone: Record<SetupStep, boolean> = {
    messenger: leadsToPeople(monitor.channels),
    first_alert:
      // Whoever has boards has no need of a simulated one.
      readMeta(store, 'tried_at') !== undefined || monitor.fleet.size > 0,
    // Whether it is the right one, only a person knows.
    timezone: isGiven('timezone'),
    public_url: isGiven('public_url'),
    backup_target: system.backups(now).targets.length > 0,
    // Several machines miss each other.
    dead_mans_switch: context.hasDeadMansSwitch || system.cluster() !== null,
    second_factor:
      findAdminById(store, adminId)?.totpConfirmedAt != null ||
      listPasskeys(store, adminId).length > 0,
  };
  return {
    steps: setupSteps.map((step) => ({
      step,
      is_done: isDone[step],
      is_dismissed: dismissed.has(step),
    })),
    messenger: { is_configured: telegram.isConfigured, username: context.botUsername() },
    settings: {
      timezone: say('timezone'),
      public_url: say('public_url'),
      backup_directory: say('backup_directory'),
    },
    timezone: context.timezone,
    server_time: isoTime(now.wallMs),
    public_url: context.publicUrl ?? null,
    config_file: context.configFile,
    restart_command: context.restart.command,
  };
}
