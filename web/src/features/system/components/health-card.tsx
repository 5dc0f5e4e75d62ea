import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SystemProblem } from '../../../../../src/domain/system/system-problems.ts';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { HealthProblems, type HealthProps } from './health-problems.tsx';

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
