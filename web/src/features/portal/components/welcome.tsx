import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerSession } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { useSession } from '../../../lib/use-session.ts';
import { greet } from '../greeting.ts';

/** Greets the customer, without line breaks within a phone number. */
export function Welcome() {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.title'));
  const user = useSession(customerSession)?.user ?? { name: '', phone: '' };
  const shown = formatPhone(user.phone);
  const [before, after] = shown === '' ? [] : greet(user, t).split(shown);
  return (
    <h1 className="min-h-[1lh] min-w-0 text-balance break-words pr-14 font-semibold text-xl sm:pr-60 sm:text-2xl">
      {before}
      {after !== undefined && (
        <>
          <span className="whitespace-nowrap">{shown}</span>
          {after}
        </>
      )}
    </h1>
  );
}
