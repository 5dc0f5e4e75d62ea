import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { extraEntries, sectionOf, sections } from '../navigation.ts';
import { SectionCount } from './nav-count.tsx';

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
