import { useTranslation } from 'react-i18next';
import { LiveMark } from '../../../components/ui/live-mark.tsx';
import { formatPhone } from '../../../lib/format.ts';
import type { LiveState } from '../../../lib/live-stream.ts';
import type { CustomerUser } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';

/** Greets the customer by name, or by phone where there is none, and says whether the page is live. */
export function Welcome({ user, live }: { user: CustomerUser; live: LiveState | null }) {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.title'));
  const name = user.name.trim() === '' ? formatPhone(user.phone) : user.name;
  return (
    <div className="flex items-start justify-between gap-4 sm:items-center">
      <h1 className="min-w-0 text-balance break-words font-semibold text-xl sm:text-2xl">
        {t('portal.welcome', { name })}
      </h1>
      <LiveMark state={live} />
    </div>
  );
}
