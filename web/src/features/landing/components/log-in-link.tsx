import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { customerSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';

interface LogInLinkProps {
  look: 'primary' | 'secondary';
  className?: string;
}

/** To the log-in; for whoever is logged in already, to what is theirs. */
export function LogInLink({ look, className }: LogInLinkProps) {
  const { t } = useTranslation();
  const isLoggedIn = useSession(customerSession) !== null;
  return (
    <a
      href={isLoggedIn ? '/customer/dashboard' : '/customer'}
      className={buttonClasses(look, className)}
    >
      {t(isLoggedIn ? 'nav.my_sites' : 'nav.log_in')}
    </a>
  );
}
