import { useTranslation } from 'react-i18next';
import { formatPhone } from '../../../lib/format.ts';
import { customerSession } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { useSession } from '../../../lib/use-session.ts';

/**
 * Greets the customer. One who has not been named is stored under the phone number: that is shown as a
 * number, not used as a name.
 */
export function Welcome() {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.title'));
  const { name = '', phone = '' } = useSession(customerSession)?.user ?? {};
  const isNamed = name.trim() !== '' && name !== phone;
  return (
    <h1 className="min-h-[1lh] min-w-0 text-balance break-words pr-14 font-semibold text-xl sm:pr-60 sm:text-2xl">
      {isNamed ? t('portal.welcome', { name }) : phone !== '' && <PhoneWelcome phone={phone} />}
    </h1>
  );
}

/** No line breaks within the number. */
function PhoneWelcome({ phone }: { phone: string }) {
  const { t } = useTranslation();
  const shown = formatPhone(phone);
  const [before, after] = t('portal.welcome_phone', { phone: shown }).split(shown);
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{shown}</span>
      {after}
    </>
  );
}
