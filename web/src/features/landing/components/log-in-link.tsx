import { useSyncExternalStore } from 'react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { readStored } from '../../../lib/storage.ts';

interface LogInLinkProps {
  look: 'primary' | 'secondary';
  className?: string;
}

const neverChanges = () => () => {};
const hasToken = () => readStored('customerToken') !== null;

/** To the log-in; for whoever is logged in already, to what is theirs. */
export function LogInLink({ look, className }: LogInLinkProps) {
  const { t } = useTranslation();
  const isLoggedIn = useSyncExternalStore(neverChanges, hasToken, () => false);
  return (
    <a
      href={isLoggedIn ? '/customer/dashboard' : '/customer'}
      className={buttonClasses(look, className)}
    >
      {t(isLoggedIn ? 'nav.my_sites' : 'nav.log_in')}
    </a>
  );
}
