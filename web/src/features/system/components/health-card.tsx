import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import type { SystemProblem } from '../../../../../src/domain/system/system-problems.ts';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { sayProblem } from '../../../lib/console/problem-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';

export interface HealthProps {
  system: SystemAnswer;
}

interface HealthCardProps extends HealthProps {
  title: string;
  icon: LucideIcon;
  /** Problems of this part; none: it only shows facts. */
  problems?: readonly SystemProblem[];
  /** It is not set up, so that nothing can be said to be well. */
  isUnused?: boolean;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the service. Red, with a sentence, where something is wrong with it. */
export function HealthCard(props: HealthCardProps) {
  const { title, icon: Icon, system, problems = [], action, children } = props;
  const { isUnused = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const found = problems.filter((problem) => system.problems.includes(problem));
  const isIll = found.length > 0;
  return (
    <Card
      role="group"
      aria-labelledby={id}
      className={classNames('flex min-w-0 flex-col p-5', isIll && 'border-mains-lost!')}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="flex items-center gap-2.5 font-semibold">
          <Icon
            aria-hidden="true"
            className={classNames('size-4.5 shrink-0', isIll ? 'text-mains-lost' : 'text-muted')}
          />
          {title}
        </h2>
        {action}
        {action === undefined && problems.length > 0 && !isIll && !isUnused && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-up text-xs">
            <CircleCheck aria-hidden="true" className="size-3.5" />
            {t('system.well')}
          </span>
        )}
      </header>
      <div role="status" className={isIll ? 'mt-2 flex flex-col gap-1.5' : undefined}>
        {found.map((problem) => (
          <p
            key={problem}
            className="flex items-start gap-2 text-balance font-semibold text-mains-lost text-sm"
          >
            <TriangleAlert aria-hidden="true" className="h-lh w-4 shrink-0" />
            {sayProblem(problem, t, system.plain_outside)}
          </p>
        ))}
      </div>
      {children}
    </Card>
  );
}
