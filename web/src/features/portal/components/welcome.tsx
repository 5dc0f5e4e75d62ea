import { useTranslation } from 'react-i18next';
import { LiveMark } from '../../../components/ui/live-mark.tsx';
import { formatPhone } from '../../../lib/format.ts';
import type { LiveState } from '../../../lib/live-stream.ts';
import type { CustomerUser } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';

/**
 * Greets the customer, and says whether the page is live. A customer who has not been named is stored
 * under the phone number: that is shown as a number, not used as a name.
 */
export function Welcome({ user, live }: { user: CustomerUser; live: LiveState | null }) {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.title'));
  const isNamed = user.name.trim() !== '' && user.name !== user.phone;
  return (
    <div className="flex items-start justify-between gap-4 sm:items-center">
      <h1 className="min-w-0 text-balance break-words font-semibold text-xl sm:text-2xl">
        {isNamed
          ? t('portal.welcome', { name: user.name })
          : t('portal.welcome_phone', { phone: formatPhone(user.phone) })}
      </h1>
      <LiveMark state={live} />
    </div>
  );
}
