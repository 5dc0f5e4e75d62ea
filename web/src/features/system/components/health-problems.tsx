import { TriangleAlert } from 'lucide-react';
import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import type { SystemProblem } from '../../../../../src/domain/system/system-problems.ts';
import { sayProblem } from '../../../lib/console/problem-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';

export interface HealthProps {
  system: SystemAnswer;
}

interface HealthProblemsProps extends HealthProps {
  found: readonly SystemProblem[];
}

/** What is wrong with a part of the service, each in a sentence that says what to do. */
export function HealthProblems({ found, system }: HealthProblemsProps) {
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
