import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { tabClasses, tabListClasses } from '../../../components/ui/tab-style.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { joinRequestsQuery } from '../../../lib/console/join-requests-query.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { allPages, extraEntries, type PagePath, sectionOf, sections } from '../navigation.ts';

const linkClasses =
  'flex min-h-11 md:pointer-fine:min-h-9.5 md:pointer-fine:short:min-h-8.5 items-center gap-3 rounded-sm border-transparent border-l-2 px-3 text-muted text-sm transition hover:bg-raised hover:text-text aria-[current]:border-accent aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-text';

interface ConsoleNavProps {
  /** The role, which decides what the menu shows. */
  role: OperatorRole;
  onGo?: () => void;
}

export function ConsoleNav({ role, onGo }: ConsoleNavProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const here = sectionOf(useLocation().pathname);
  const own = sections
    .filter(({ needs }) => mayDo(role, needs))
    .map(({ to, label, icon }) => ({ to, label: t(label), icon }));
  const entries = [...own, ...extraEntries(role, language)];
  return (
    <nav aria-label={t('console.nav.label')}>
      <ul className="flex flex-col gap-0.5 lg:short:gap-0">
        {entries.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false, exact: true }}
              onClick={onGo}
              // On another page of it, the section is where one is, too.
              {...(to === here?.to && { 'aria-current': true })}
              className={linkClasses}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              {label}
              <SectionCount to={to} role={role} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages of the section that this page belongs to. Nothing where it is the only one, or of one thing. */
export function SectionTabs({ role }: { role: OperatorRole }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const section = sectionOf(pathname);
  if (section === undefined) return null;
  const pages = [section, ...section.pages].filter(({ needs }) => mayDo(role, needs));
  if (pages.length < 2 || !pages.some(({ to }) => to === pathname)) return null;
  return (
    <nav
      aria-label={t('console.nav.section', { name: t(section.label) })}
      className={classNames(tabListClasses, '-mt-3 mb-5')}
    >
      {pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false, exact: true }}
          className={classNames(
            tabClasses,
            'aria-[current]:border-accent aria-[current]:text-text',
          )}
        >
          {t(label)}
          <NavCount to={to} />
        </Link>
      ))}
    </nav>
  );
}

const joinsNeed = allPages.find(({ to }) => to === '/admin/joins')?.needs ?? 'owner';

/** How much waits within a section of the menu, of what the role may see; most have no count. */
function SectionCount({ to, role }: { to: string; role: OperatorRole }) {
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
function NavCount({ to }: { to: PagePath }) {
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
