import { Accordion } from '@base-ui/react/accordion';
import { Collapsible } from '@base-ui/react/collapsible';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import type { SetupStep } from '../../../../../src/domain/system/setup-steps.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useDismissStep } from '../api/change-setup.ts';
import { setupQuery } from '../api/get-setup.ts';
import { BotStep } from './bot-step.tsx';
import { BackupStep, FactorStep, PublicUrlStep, TimezoneStep } from './plain-steps.tsx';

const steps: Record<SetupStep, (props: { setup: SetupAnswer }) => ReactNode> = {
  messenger: BotStep,
  timezone: TimezoneStep,
  public_url: PublicUrlStep,
  backup_target: BackupStep,
  second_factor: FactorStep,
};

const titles = {
  messenger: 'setup.messenger.title',
  timezone: 'setup.timezone.title',
  public_url: 'setup.public_url.title',
  backup_target: 'setup.backup_target.title',
  second_factor: 'setup.second_factor.title',
} as const satisfies Record<SetupStep, string>;

/** What a new installation still lacks, until nothing is left; an owner can do it. */
export function SetupCard() {
  const { data: setup } = useSetup();
  const isLacking = setup?.steps.some(isLeft) === true;
  return isLacking ? <OwnersCard setup={setup} /> : null;
}

/** Whether it is not known yet what is lacking. */
export function useIsSetupLoading(): boolean {
  return useSetup().isLoading;
}

/** Only owners are answered. */
function useSetup() {
  const isOwner = useMay('owner');
  return useQuery({ ...setupQuery, enabled: isOwner });
}

function isLeft({ is_done: isDone, is_dismissed: isAway }: SetupAnswer['steps'][number]): boolean {
  return !isDone && !isAway;
}

const chevronClasses =
  'size-5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180';

/** One line, unless nobody has begun: then the first thing on the page is the first thing to do. */
function OwnersCard({ setup }: { setup: SetupAnswer }) {
  const { t } = useTranslation();
  const all = setup.steps;
  const left = all.filter(isLeft).map(({ step }) => step);
  const [isUntouched] = useState(left.length === all.length);
  const [chosen, setChosen] = useState<SetupStep[]>();
  const shown = chosen?.filter((step) => left.includes(step)) ?? left.slice(0, 1);
  const percent = ((all.length - left.length) / all.length) * 100;
  return (
    <Card className="overflow-clip">
      <Collapsible.Root defaultOpen={isUntouched}>
        <h2>
          <Collapsible.Trigger className="group flex min-h-14 w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-left transition hover:bg-raised/60 sm:px-5">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-semibold">{t('setup.title')}</span>
              <span className="block text-muted text-sm">
                {t('setup.left', { count: left.length })}
              </span>
            </span>
            <ProgressBar label={t('setup.title')} percent={percent} className="w-28" />
            <ChevronDown aria-hidden="true" className={chevronClasses} />
          </Collapsible.Trigger>
        </h2>
        <Collapsible.Panel>
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
        </Collapsible.Panel>
      </Collapsible.Root>
    </Card>
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
            <ChevronDown aria-hidden="true" className={chevronClasses} />
            {t(titles[step])}
          </Accordion.Trigger>
        </Accordion.Header>
        <PutAwayButton step={step} title={t(titles[step])} />
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
