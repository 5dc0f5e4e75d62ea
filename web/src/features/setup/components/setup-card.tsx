import { useQuery } from '@tanstack/react-query';
import { Check, ListChecks, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import type { SetupStep } from '../../../../../src/domain/system/setup-steps.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
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
  return useMay('owner') ? <OwnersCard /> : null;
}

function OwnersCard() {
  const { t } = useTranslation();
  const id = useId();
  const { data: setup } = useQuery(setupQuery);
  const open = setup?.steps.filter((one) => !one.is_done && !one.is_dismissed) ?? [];
  if (setup === undefined || open.length === 0) return null;
  return (
    <Card className="overflow-clip">
      <section aria-labelledby={id}>
        <header className="flex items-center gap-3 px-4 py-4 sm:px-5">
          <ListChecks aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
          <div>
            <h2 id={id} className="font-semibold text-lg leading-snug">
              {t('setup.title')}
            </h2>
            <p className="text-muted text-sm">{t('setup.left', { count: open.length })}</p>
          </div>
        </header>
        <ol className="divide-y divide-line border-line border-t">
          {open.map(({ step }) => {
            const Step = steps[step];
            return (
              <li key={step} className="px-4 py-4 sm:px-5">
                <div className="flex items-start justify-between gap-4">
                  <h3 className="min-w-0 pt-2 font-semibold">{t(titles[step])}</h3>
                  <PutAwayButton step={step} title={t(titles[step])} />
                </div>
                <div className="max-w-3xl text-sm">
                  <Step setup={setup} />
                </div>
              </li>
            );
          })}
        </ol>
      </section>
    </Card>
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
