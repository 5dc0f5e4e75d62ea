import { useQuery } from '@tanstack/react-query';
import { MessageCircleOff, RotateCw, Send, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type MessengerLink, messengerLinkQuery } from '../api/create-messenger-link.ts';
import { botQuery } from '../api/get-bot.ts';

/** How to connect a chat: a code to scan, and the same as links; or why that cannot be done now. */
export function MessengerConnect({ className }: { className?: string }) {
  const bot = useQuery(botQuery);
  const link = useQuery({ ...messengerLinkQuery, enabled: typeof bot.data?.handle === 'string' });
  const { t } = useTranslation();
  if (bot.data === null) return <NoBot />;
  const failed = bot.isError ? bot : link.isError ? link : null;
  if (failed !== null) {
    return (
      <ErrorState
        error={failed.error}
        title={t('messenger.connect.failed')}
        isRetrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
        className="py-6"
      />
    );
  }
  return (
    <div className={classNames('flex flex-col-reverse items-center gap-6 sm:flex-row', className)}>
      {bot.data === undefined || link.data === undefined ? (
        <LinkSkeleton />
      ) : (
        <LinkOffer
          link={link.data}
          bot={bot.data.handle}
          isRenewing={link.isFetching}
          onRenew={() => void link.refetch()}
        />
      )}
    </div>
  );
}

const qrSize = 'w-52 shrink-0 sm:w-48';

interface LinkOfferProps {
  link: MessengerLink;
  /** The bot's name, `@fai_bot`. */
  bot: string;
  isRenewing: boolean;
  onRenew: () => void;
}

function LinkOffer({ link, bot, isRenewing, onRenew }: LinkOfferProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const leftMs = Date.parse(link.expires_at) - useNow();
  if (leftMs <= 0) return <Expired isRenewing={isRenewing} onRenew={onRenew} />;
  // A started minute still counts.
  const duration = formatDuration(Math.max(leftMs, 60_000), language);
  const external = { target: '_blank', rel: 'noreferrer' };
  return (
    <>
      <QrCode value={link.link} what={t('messenger.connect.qr', { bot })} className={qrSize} />
      <div className="flex min-w-0 flex-col gap-4 max-sm:w-full">
        <p className="max-sm:hidden">{t('messenger.connect.lead')}</p>
        <p className="sm:hidden">{t('messenger.connect.lead_phone')}</p>
        <div className="flex flex-wrap gap-2">
          <a href={link.link} {...external} className={buttonClasses('primary', 'max-sm:w-full')}>
            <Send aria-hidden="true" className="size-4" />
            {t('messenger.connect.open')}
          </a>
          <a
            href={link.group_link}
            {...external}
            className={buttonClasses('secondary', 'max-sm:w-full')}
          >
            <Users aria-hidden="true" className="size-4" />
            {t('messenger.connect.group')}
          </a>
        </div>
        <p className="text-muted text-xs">
          {t('messenger.connect.valid', { duration })} · {t('messenger.connect.waiting')}
        </p>
      </div>
    </>
  );
}

function Expired({ isRenewing, onRenew }: Pick<LinkOfferProps, 'isRenewing' | 'onRenew'>) {
  const { t } = useTranslation();
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-4 rounded-md bg-raised px-4 py-3">
      <p>{t('messenger.connect.expired')}</p>
      <Button
        look="primary"
        isBusy={isRenewing}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        onClick={onRenew}
      >
        {t('messenger.connect.renew')}
      </Button>
    </div>
  );
}

function LinkSkeleton() {
  return (
    <>
      <Skeleton className={classNames('block aspect-square h-auto', qrSize)} />
      <div className="flex w-full flex-col gap-3">
        <Skeleton className="w-full max-w-96" />
        <Skeleton className="w-48" />
      </div>
    </>
  );
}

/** Tells plainly that no messenger was set up. */
function NoBot() {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-md bg-raised text-muted">
        <MessageCircleOff aria-hidden="true" className="size-5" />
      </span>
      <div>
        <p className="font-semibold">{t('messenger.none.title')}</p>
        <p className="text-muted text-sm">{t('messenger.none.text')}</p>
      </div>
    </div>
  );
}
