import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { navigation } from '../navigation.ts';

const linkClasses =
  'flex min-h-11 items-center gap-3 rounded-sm border-transparent border-l-2 px-3 text-muted text-sm transition hover:bg-raised hover:text-text aria-[current=page]:border-accent aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text';

export function ConsoleNav({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('console.nav.label')}>
      <ul className="flex flex-col gap-1">
        {navigation.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              onClick={onGo}
              className={linkClasses}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
