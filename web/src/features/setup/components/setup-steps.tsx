import { Accordion } from '@base-ui/react/accordion';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import type { SetupStep } from '../../../../../src/domain/system/setup-steps.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDismissStep } from '../api/change-setup.ts';
import { listLeft, stepTitles } from '../steps-left.ts';
import { BotStep } from './bot-step.tsx';
import { FirstAlertStep } from './first-alert-step.tsx';
import {
  BackupStep,
  DeadMansSwitchStep,
  FactorStep,
  PublicUrlStep,
  TimezoneStep,
} from './plain-steps.tsx';

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
          <Accordion.Trigger className="group flex min-h-12 w-full items-center gap-2 rounded-sm text-left transition hover:text-accent-text">
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
