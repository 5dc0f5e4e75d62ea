import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { navigation } from '../navigation.ts';
import { NavCount } from './nav-count.tsx';

const linkClasses =
  'flex min-h-11 md:pointer-fine:min-h-9.5 md:pointer-fine:short:min-h-8.5 items-center gap-3 rounded-sm border-transparent border-l-2 px-3 text-muted text-sm transition hover:bg-raised hover:text-text aria-[current=page]:border-accent aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text';

interface ConsoleNavProps {
  /** The role, which decides what the menu shows. */
  role: OperatorRole;
  onGo?: () => void;
}

export function ConsoleNav({ role, onGo }: ConsoleNavProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('console.nav.label')}>
      <ul className="flex flex-col gap-0.5 lg:short:gap-0">
        {navigation
          .filter(({ needs }) => mayDo(role, needs))
          .map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ includeSearch: false }}
                onClick={onGo}
                className={linkClasses}
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {t(label)}
                <NavCount to={to} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
