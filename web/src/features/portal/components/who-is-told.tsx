import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { nameOfChat } from '../contact-words.ts';
import { listNames } from '../list-names.ts';

/** Where messages go, in one line, and the way to change that. */
export function WhoIsTold({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const reached = messenger.recipients.filter((chat) => chat.is_unreachable === 0);
  const names = listNames(
    reached.map((chat) => nameOfChat(chat, t)),
    t,
  );
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5">
      {/* The focus goes here when the way to connect a first chat is gone. */}
      <p id="told" tabIndex={-1} className="flex min-w-52 flex-1 items-start gap-3 outline-none">
        <BellRing aria-hidden="true" className="h-lh w-4.5 shrink-0 text-up" />
        <span className="wrap-anywhere min-w-0">{t('portal.told.to', { names })}</span>
      </p>
      <Link to="/customer/alerts" className={buttonClasses('secondary', undefined, 'small')}>
        {t('portal.told.change')}
      </Link>
    </Card>
  );
}
