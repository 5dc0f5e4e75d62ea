import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown, ListChecks } from 'lucide-react';
import { type ComponentType, Suspense, useId, useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { SetupAnswer, setupAnswerSchema } from '../../../../src/contract/system/setup.ts';
import type { SetupStep } from '../../../../src/domain/system/setup-steps.ts';
import { Card } from '../../components/ui/card.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface SetupCardProps {
  /** The list, which nobody needs before it is opened. */
  Steps: ComponentType<{ setup: SetupAnswer }>;
}

/** What a new installation still lacks, until nothing is left; an owner can do it. */
export function SetupCard({ Steps }: SetupCardProps) {
  const { data: setup } = useSetup();
  const isLacking = setup !== undefined && listLeft(setup).length > 0;
  return isLacking ? <OwnersCard setup={setup} Steps={Steps} /> : null;
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

/** One line that names the next step; it opens into the list. */
function OwnersCard({ setup, Steps }: SetupCardProps & { setup: SetupAnswer }) {
  const { t } = useTranslation();
  const id = useId();
  const left = listLeft(setup);
  // On the first evening it leads the way; later it waits until it is wanted.
  const [isOpen, setIsOpen] = useState(left.includes('first_alert'));
  const total = setup.steps.length;
  const [next] = left;
  return (
    <Card className="overflow-clip border-accent!">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="group flex min-h-14 w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-left transition hover:bg-raised/60 sm:px-5"
        >
          <ListChecks aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
          <span className="min-w-0 flex-1 basis-48">
            <span className="block font-semibold">{t('setup.title')}</span>
            <span className="block text-muted text-sm">
              {t('setup.left', { count: left.length })}
              {next !== undefined &&
                !isOpen &&
                ` · ${t('setup.next', { title: t(stepTitles[next]) })}`}
            </span>
          </span>
          <ProgressBar
            label={t('setup.title')}
            percent={((total - left.length) / total) * 100}
            className="hidden w-28 sm:block"
          />
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180"
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<Skeleton className="m-5 w-64" />}>
            <Steps setup={setup} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}

/** What the installation still lacks. */
export const setupQuery = queryOptions({
  queryKey: [...consoleKey, 'setup'],
  queryFn: async ({ signal }): Promise<SetupAnswer> =>
    (await adminApi.get<OutputOf<typeof setupAnswerSchema>>('/api/setup', { signal })).data,
  meta: follow<SetupAnswer>((setup, message, askAgain) => {
    if (message.event === 'change' && /^(setup|messenger|admin)\./.test(message.data.action)) {
      askAgain();
    }
    return setup;
  }),
});

export const stepTitles = {
  messenger: 'setup.messenger.title',
  first_alert: 'setup.first_alert.title',
  timezone: 'setup.timezone.title',
  public_url: 'setup.public_url.title',
  backup_target: 'setup.backup_target.title',
  dead_mans_switch: 'setup.dead_mans_switch.title',
  second_factor: 'setup.second_factor.title',
} as const satisfies Record<SetupStep, string>;

/** The steps that are neither done nor put away, in order. */
export function listLeft({ steps }: SetupAnswer): SetupStep[] {
  return steps
    .filter(({ is_done: isDone, is_dismissed: isAway }) => !isDone && !isAway)
    .map(({ step }) => step);
}
