import { Accordion } from '@base-ui/react/accordion';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, Plug, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SetupAnswer } from '../../../../src/contract/system/setup.ts';
import type { ConsoleSetting } from '../../../../src/domain/system/console-settings.ts';
import type { SetupStep } from '../../../../src/domain/system/setup-steps.ts';
import { LineToCopy, RestartNotice } from '../../components/console/settings-card.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useConnectBot, useDisconnectBot, useDismissStep, useSaveSetting } from './change-setup.ts';
import { FirstAlertStep } from './first-alert-step.tsx';
import { listLeft, stepTitles } from './setup-card.tsx';

const steps: Record<SetupStep, (props: { setup: SetupAnswer }) => ReactNode> = {
  messenger: BotStep,
  first_alert: FirstAlertStep,
  timezone: TimezoneStep,
  public_url: PublicUrlStep,
  backup_target: BackupStep,
  dead_mans_switch: DeadMansSwitchStep,
  second_factor: FactorStep,
};

/** The steps that are left. One is open at a time, at first the next one. */
export function SetupSteps({ setup }: { setup: SetupAnswer }) {
  const left = listLeft(setup);
  const [chosen, setChosen] = useState<SetupStep[]>();
  const shown = chosen?.filter((step) => left.includes(step)) ?? left.slice(0, 1);
  return (
    <Accordion.Root
      value={shown}
      onValueChange={setChosen}
      render={<ol />}
      className="divide-y divide-line border-line border-t"
    >
      {left.map((step) => (
        <Step key={step} step={step} setup={setup} />
      ))}
    </Accordion.Root>
  );
}

function Step({ step, setup }: { step: SetupStep; setup: SetupAnswer }) {
  const { t } = useTranslation();
  const Content = steps[step];
  return (
    <Accordion.Item value={step} render={<li />}>
      <div className="flex items-center gap-2 pr-2 pl-4 sm:pr-3 sm:pl-5">
        <Accordion.Header className="min-w-0 flex-1 font-semibold">
          <Accordion.Trigger className="group flex min-h-12 w-full items-center gap-2 rounded-sm py-2 text-left transition hover:text-accent-text">
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180"
            />
            {t(stepTitles[step])}
          </Accordion.Trigger>
        </Accordion.Header>
        <PutAwayButton step={step} title={t(stepTitles[step])} />
      </div>
      <Accordion.Panel className="max-w-3xl px-4 pb-4 text-sm sm:pr-5 sm:pl-12">
        <Content setup={setup} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function PutAwayButton({ step, title }: { step: SetupStep; title: string }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useDismissStep();
  // The step disappears with its button, so the rest must not depend on the button.
  const change = async (isDismissed: boolean) => {
    try {
      await mutateAsync({ step, isDismissed });
      if (!isDismissed) return;
      toast.success(t('setup.put_away.done', { title }), {
        label: t('ui.undo'),
        onClick: () => void change(false),
      });
    } catch (error) {
      toast.error(describeError(error, t));
    }
  };
  const isAnswer = step === 'timezone';
  const Icon = isAnswer ? Check : X;
  return (
    <Button
      look="ghost"
      size="small"
      isBusy={isPending}
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void change(true)}
    >
      {t(isAnswer ? 'setup.timezone.right' : 'setup.put_away.action')}
      <span className="sr-only">: {title}</span>
    </Button>
  );
}

interface StepProps {
  setup: SetupAnswer;
}

/** Asks whether the time zone is right, since only a person knows. */
function TimezoneStep({ setup }: StepProps) {
  const { t, language } = useTranslation();
  const { timezone, server_time: now } = setup;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat(language, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now));
  return (
    <>
      <p className="text-muted">{t('setup.timezone.text', { timezone, clock })}</p>
      {here === timezone && <p className="mt-1 text-muted">{t('setup.timezone.same')}</p>}
      <SettingForm
        setup={setup}
        setting="timezone"
        label={t('setup.timezone.field')}
        proposal={here}
        suggestions={Intl.supportedValuesOf('timeZone')}
      />
    </>
  );
}

function PublicUrlStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.public_url.text')}</p>
      <SettingForm
        setup={setup}
        setting="public_url"
        label={t('setup.public_url.field')}
        proposal={location.origin}
      />
    </>
  );
}

function BackupStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.backup_target.text')}</p>
      <SettingForm
        setup={setup}
        setting="backup_directory"
        label={t('setup.backup_target.field')}
        hint={t('setup.backup_target.hint')}
        proposal=""
      />
    </>
  );
}

/** Its address is a secret of the service behind it, and is given in the file alone. */
function DeadMansSwitchStep({ setup }: StepProps) {
  const { t } = useTranslation();
  const { config_file: file, restart_command: command } = setup;
  return (
    <>
      <p className="text-muted">{t('setup.dead_mans_switch.text', { file })}</p>
      <LineToCopy
        text={'heartbeat_url = "https://hc-ping.com/…"'}
        what={t('setup.dead_mans_switch.line')}
      />
      {command !== null && <LineToCopy text={command} what={t('setup.command')} />}
    </>
  );
}

function FactorStep() {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.second_factor.text')}</p>
      <Link to="/admin/account" className={buttonClasses('secondary', 'mt-3', 'small')}>
        {t('setup.second_factor.action')}
      </Link>
    </>
  );
}

interface SettingFormProps {
  setup: SetupAnswer;
  setting: ConsoleSetting;
  label: string;
  hint?: string;
  /** What stands in the field at first. */
  proposal: string;
  /** What else may be meant. */
  suggestions?: readonly string[];
}

/** A setting of the machine; it can be taken back while its message is shown. */
function SettingForm(props: SettingFormProps) {
  const { setup, setting, label, hint, proposal, suggestions = [] } = props;
  const { t } = useTranslation();
  const { value, next, is_configured: isConfigured } = setup.settings[setting];
  const change = useSaveSetting(setting);
  const form = useSaveForm({
    defaultValues: { value: next !== null && next !== value ? next : proposal },
    check: (given) => ({
      value: given.value.trim() === '' && t('ui.finding.required'),
    }),
    save: async (given) => {
      // What waits for the next start was given; what is in force while its step is left was not.
      const before = next === value ? null : next;
      await change.mutateAsync(given.value.trim());
      return before;
    },
    onSaved: (before) =>
      toast.success(t('setup.saved'), {
        label: t('ui.undo'),
        onClick: () =>
          change.mutate(before, { onError: (error) => toast.error(describeError(error, t)) }),
      }),
  });
  if (isConfigured) return <p className="mt-2 text-muted">{t('ui.refusal.setting_configured')}</p>;
  return (
    <>
      <Form form={form} className="mt-3 gap-3">
        <form.AppField name="value">
          {(field) => (
            <field.TextField
              label={label}
              {...(hint !== undefined && { hint })}
              suggestions={suggestions}
              autoComplete="off"
              maxLength={500}
            />
          )}
        </form.AppField>
        <form.FormError />
        <div>
          <form.SubmitButton>{t('setup.save')}</form.SubmitButton>
        </div>
      </Form>
      {next !== value && (
        <RestartNotice text={t('setup.restart')} command={setup.restart_command} />
      )}
    </>
  );
}

/** As @BotFather gives them. */
const tokenPattern = /^\d+:[\w-]{20,}$/;

/** Without a bot nobody is told of anything: its token is tried with Telegram, and works at once. */
function BotStep() {
  const { t } = useTranslation();
  const connect = useConnectBot();
  const disconnect = useDisconnectBot();
  const form = useSaveForm({
    defaultValues: { token: '' },
    check: ({ token }) => ({
      token: !tokenPattern.test(token.trim()) && t('setup.messenger.shape'),
    }),
    save: ({ token }) => connect.mutateAsync(token.trim()),
    onSaved: () =>
      toast.success(t('setup.messenger.done'), {
        label: t('ui.undo'),
        onClick: () =>
          disconnect.mutate(undefined, {
            onError: (error) => toast.error(describeError(error, t)),
          }),
      }),
    describe: (error) =>
      error instanceof ApiError && error.code === 'UNAVAILABLE'
        ? t('setup.messenger.unreachable')
        : describeError(error, t),
  });
  return (
    <>
      <p className="text-muted">{t('setup.messenger.text')}</p>
      <Form form={form} className="mt-3 gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-72">
            <form.AppField name="token">
              {(field) => (
                <field.PasswordField
                  label={t('setup.messenger.token')}
                  autoComplete="off"
                  placeholder="123456789:ABC…"
                  maxLength={200}
                />
              )}
            </form.AppField>
          </div>
          <form.SubmitButton
            className="sm:mt-7"
            icon={<Plug aria-hidden="true" className="size-4" />}
          >
            {t('setup.messenger.action')}
          </form.SubmitButton>
        </div>
        <form.FormError />
      </Form>
    </>
  );
}
