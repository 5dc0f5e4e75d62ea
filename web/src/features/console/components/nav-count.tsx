import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../../lib/class-names.ts';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { joinRequestsQuery } from '../../../lib/console/join-requests-query.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { allPages, type PagePath } from '../navigation.ts';

const joinsNeed = allPages.find(({ to }) => to === '/admin/joins')?.needs ?? 'owner';

/** How much waits within a section of the menu, of what the role may see; most have no count. */
export function SectionCount({ to, role }: { to: string; role: OperatorRole }) {
  switch (to) {
    case '/admin/dashboard':
      return <LostCount />;
    case '/admin/customers':
      return mayDo(role, joinsNeed) ? <JoinCount /> : null;
    case '/admin/system':
      return <TroubleCount />;
    default:
      return null;
  }
}

/** How much waits on a page; most have no count. */
export function NavCount({ to }: { to: PagePath }) {
  switch (to) {
    case '/admin/outages':
      return <LostCount />;
    case '/admin/joins':
      return <JoinCount />;
    case '/admin/deliveries':
      return <UndeliveredCount />;
    case '/admin/system':
      return <ProblemCount />;
    default:
      return null;
  }
}

function LostCount() {
  const { data: sites } = useQuery({ ...attentionQuery, select: (data) => data.sites });
  const count = (sites?.mains_lost ?? 0) + (sites?.contact_lost ?? 0);
  return <Count count={count} words="attention.lost" isBad />;
}

/** What is wrong with the service; with nothing wrong, what did not arrive. */
function TroubleCount() {
  const { data: count = 0 } = useQuery({
    ...attentionQuery,
    select: (data) => data.problems.length,
  });
  return count > 0 ? <ProblemCount /> : <UndeliveredCount />;
}

function UndeliveredCount() {
  const { data: count = 0 } = useQuery({ ...attentionQuery, select: (data) => data.undelivered });
  return <Count count={count} words="attention.undelivered" isBad />;
}

function ProblemCount() {
  const { data: count = 0 } = useQuery({
    ...attentionQuery,
    select: (data) => data.problems.length,
  });
  return <Count count={count} words="system.problems" isBad />;
}

function JoinCount() {
  const { data: count = 0 } = useQuery({ ...joinRequestsQuery, select: (data) => data.length });
  return <Count count={count} words="joins.waiting" />;
}

interface CountProps {
  count: number;
  words: 'attention.lost' | 'attention.undelivered' | 'system.problems' | 'joins.waiting';
  /** True: something is wrong. False: something only waits. */
  isBad?: boolean;
}

function Count({ count, words, isBad = false }: CountProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (count === 0) return null;
  const number = formatNumber(count, language);
  return (
    <span
      className={classNames(
        '-mr-1 ml-auto rounded-full px-2 font-semibold text-xs tabular-nums',
        isBad ? 'bg-danger text-on-danger' : 'bg-accent text-on-accent',
      )}
    >
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">{t(words, { count, number })}</span>
    </span>
  );
}
