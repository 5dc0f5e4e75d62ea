import { Link, useLocation } from '@tanstack/react-router';
import { tabClasses, tabListClasses } from '../../../components/ui/tab-style.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { sectionOf } from '../navigation.ts';
import { NavCount } from './nav-count.tsx';

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
