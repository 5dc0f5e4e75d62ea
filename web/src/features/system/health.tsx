import { ChevronDown, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { SystemAnswer } from '../../../../src/contract/system/system.ts';
import type { SystemProblem } from '../../../../src/domain/system/system-problems.ts';
import { Card } from '../../components/ui/card.tsx';
import { classNames } from '../../lib/class-names.ts';
import { sayProblem } from '../../lib/console/problem-words.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface HealthCardProps extends HealthProps {
  title: string;
  icon: LucideIcon;
  /** Problems of this part; none: it only shows facts. */
  problems?: readonly SystemProblem[];
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the service that is a list of its own. Red, with a sentence, where something is wrong with it. */
export function HealthCard(props: HealthCardProps) {
  const { title, icon: Icon, system, problems = [], action, children } = props;
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
      </header>
      <HealthProblems found={found} system={system} />
      {children}
    </Card>
  );
}

export interface HealthProps {
  system: SystemAnswer;
}

interface HealthProblemsProps extends HealthProps {
  found: readonly SystemProblem[];
}

/** What is wrong with a part of the service, each in a sentence that says what to do. */
function HealthProblems({ found, system }: HealthProblemsProps) {
  const { t } = useTranslation();
  return (
    <div role="status" className={found.length > 0 ? 'mt-2 flex flex-col gap-1.5' : undefined}>
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
  );
}

interface HealthRowProps extends HealthProps {
  title: string;
  icon: LucideIcon;
  /** The one fact that is looked for most. */
  fact: ReactNode;
  /** Problems of this part; none: it only shows facts. */
  problems?: readonly SystemProblem[];
  /** It is not set up, so that nothing can be said to be well. */
  isUnused?: boolean;
  /** What it opens into. */
  children: ReactNode;
}

/** A part of the service in a line. It opens by itself, red and with a sentence, where something is wrong with it. */
export function HealthRow(props: HealthRowProps) {
  const { title, icon: Icon, fact, system, problems = [], isUnused = false, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const found = problems.filter((problem) => system.problems.includes(problem));
  const isIll = found.length > 0;
  const isOpen = chosen ?? isIll;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}
      aria-labelledby={id}
      className="group min-w-0"
    >
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-4 px-4 py-2.5 transition hover:bg-raised sm:px-5">
        <h2 id={id} className="flex min-w-0 items-center gap-2.5 font-semibold sm:basis-56">
          <Icon
            aria-hidden="true"
            className={classNames('size-4.5 shrink-0', isIll ? 'text-mains-lost' : 'text-muted')}
          />
          {title}
        </h2>
        <span className="wrap-anywhere min-w-0 flex-1 text-muted text-sm tabular-nums max-sm:order-1 max-sm:basis-full max-sm:pl-7">
          {fact}
        </span>
        <span className="ml-auto flex items-center gap-3">
          {isIll ? (
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-mains-lost" />
          ) : (
            problems.length > 0 &&
            !isUnused && (
              <span className="inline-flex items-center gap-1.5 font-semibold text-up text-xs">
                <CircleCheck aria-hidden="true" className="size-3.5" />
                {t('system.well')}
              </span>
            )
          )}
          <ChevronDown
            aria-hidden="true"
            className="size-4.5 shrink-0 text-muted transition group-open:rotate-180"
          />
        </span>
      </summary>
      <div className="max-w-2xl px-4 pb-5 sm:pr-5 sm:pl-12">
        <HealthProblems found={found} system={system} />
        {children}
      </div>
    </details>
  );
}
