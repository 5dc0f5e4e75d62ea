import { queryOptions, useQuery } from '@tanstack/react-query';
import { MessageCircle, MessageCircleOff, RotateCw, Send, Users } from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { channelsInUse, nameChannels } from '../../../lib/channels-in-use.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { lineLinkQuery, messengerLinkQuery } from '../messenger-links.ts';
import { messengerWords } from './messenger-words.ts';
import { Section } from './section.tsx';

type Messenger = 'line' | 'telegram' | 'webhook';

export interface MessengerConnectProps {
  /** The form that connects a program; loaded later where nobody need see it. */
  Webhook: ComponentType<{ contactId: string }>;
  className?: string;
  contactId?: string;
}

/** How to connect a chat: a code to scan, and the same as links; or why that cannot be done now. */
export function MessengerConnect(props: MessengerConnectProps) {
  const { Webhook, className, contactId = 'own' } = props;
  const { t } = useTranslation();
  const messengers = useQuery(messengersQuery);
  const [chosen, setChosen] = useState<Messenger | null>(null);
  if (messengers.isError) return <Failed query={messengers} />;
  const { data } = messengers;
  if (data === undefined) return <Loading className={className} />;
  const offered = (['line', 'telegram', 'webhook'] as const).filter((name) => data[name] !== null);
  const shown = chosen ?? offered[0];
  if (shown === undefined) return <NoBot />;
  return (
    <div className={classNames('flex flex-col gap-6', className)}>
      {offered.length > 1 && (
        <SegmentedControl
          label={t('messenger.connect.which')}
          options={offered.map((value) => ({ value, label: t(messengerWords[value]) }))}
          value={shown}
          onChange={setChosen}
          className="w-full sm:w-72"
        />
      )}
      {shown === 'line' && <LineConnect contactId={contactId} />}
      {shown === 'telegram' && (
        <TelegramConnect contactId={contactId} bot={data.telegram?.handle ?? ''} />
      )}
      {shown === 'webhook' && (
        <Suspense fallback={<Loading />}>
          <Webhook contactId={contactId} />
        </Suspense>
      )}
    </div>
  );
}

/** @param bot the bot's name, `@fai_bot` */
function TelegramConnect({ bot, contactId }: { bot: string; contactId: string }) {
  const { t } = useTranslation();
  const link = useQuery(messengerLinkQuery(contactId));
  if (link.isError) return <Failed query={link} />;
  if (link.data === undefined) return <Loading />;
  return (
    <LinkOffer
      link={link.data}
      query={link}
      what={t('messenger.connect.qr', { bot })}
      lead={t('messenger.connect.lead')}
      leadOnPhone={t('messenger.connect.lead_phone')}
    >
      <a href={link.data.link} {...external} className={buttonClasses('primary', 'max-sm:w-full')}>
        <Send aria-hidden="true" className="size-4" />
        {t('messenger.connect.open')}
      </a>
      <a
        href={link.data.group_link}
        {...external}
        className={buttonClasses('secondary', 'max-sm:w-full')}
      >
        <Users aria-hidden="true" className="size-4" />
        {t('messenger.connect.group')}
      </a>
    </LinkOffer>
  );
}

function LineConnect({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const link = useQuery(lineLinkQuery(contactId));
  if (link.isError) return <Failed query={link} />;
  if (link.data === undefined) return <Loading />;
  const { account, code } = link.data;
  return (
    <LinkOffer
      link={link.data}
      query={link}
      what={t('messenger.connect.qr', { bot: account })}
      lead={t('messenger.line.lead')}
      leadOnPhone={t('messenger.line.lead_phone')}
      note={
        <p>
          {t('messenger.line.typed', { account })}{' '}
          <code className="select-all whitespace-nowrap font-semibold text-text">{code}</code>
        </p>
      }
    >
      <a href={link.data.link} {...external} className={buttonClasses('primary', 'max-sm:w-full')}>
        <MessageCircle aria-hidden="true" className="size-4" />
        {t('messenger.line.open')}
      </a>
    </LinkOffer>
  );
}

const external = { target: '_blank', rel: 'noreferrer' };
const qrSize = 'w-52 shrink-0 sm:w-48';
const sideBySide = 'flex flex-col-reverse items-center gap-6 sm:flex-row';

interface LinkOfferProps {
  link: { readonly link: string; readonly expires_at: string };
  query: Asked;
  /** Where the code to scan leads, in words. */
  what: string;
  lead: string;
  leadOnPhone: string;
  /** Another way, below the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

function LinkOffer({ link, query, what, lead, leadOnPhone, note, children }: LinkOfferProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const leftMs = Date.parse(link.expires_at) - useNow();
  if (leftMs <= 0) {
    return <Expired isRenewing={query.isFetching} onRenew={() => void query.refetch()} />;
  }
  // A minute that has begun still counts.
  const duration = formatDuration(Math.max(leftMs, 60_000), language);
  return (
    <div className={sideBySide}>
      <QrCode value={link.link} what={what} className={qrSize} />
      <div className="flex min-w-0 flex-col gap-4 max-sm:w-full">
        <p className="max-sm:hidden">{lead}</p>
        <p className="sm:hidden">{leadOnPhone}</p>
        <div className="flex flex-wrap gap-2">{children}</div>
        {note !== undefined && <div className="text-muted text-sm">{note}</div>}
        <p className="text-muted text-xs">
          {t('messenger.connect.valid', { duration })} · {t('messenger.connect.waiting')}
        </p>
      </div>
    </div>
  );
}

interface Asked {
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

function Failed({ query }: { query: Asked & { readonly error: Error } }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      error={query.error}
      title={t('messenger.connect.failed')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
      className="py-6"
    />
  );
}

interface ExpiredProps {
  isRenewing: boolean;
  onRenew: () => void;
}

function Expired({ isRenewing, onRenew }: ExpiredProps) {
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

function Loading({ className }: { className?: string | undefined }) {
  return (
    <div className={classNames(sideBySide, className)}>
      <Skeleton className={classNames('block aspect-square h-auto', qrSize)} />
      <div className="flex w-full flex-col gap-3">
        <Skeleton className="w-full max-w-96" />
        <Skeleton className="w-48" />
      </div>
    </div>
  );
}

/** Tells plainly that no messenger was set up, and which other channels there are. */
function NoBot() {
  const { t } = useTranslation();
  const { data } = useQuery(publicInfoQuery);
  const channels = nameChannels(data === undefined ? [] : channelsInUse(data), useLanguage());
  return (
    <div className="flex items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-md bg-raised text-muted">
        <MessageCircleOff aria-hidden="true" className="size-5" />
      </span>
      <div>
        <p className="font-semibold">
          {channels === '' ? t('messenger.none.title') : t('messenger.none.others', { channels })}
        </p>
        <p className="text-muted text-sm">
          {channels === '' ? t('messenger.none.text') : t('messenger.none.others_text')}
        </p>
      </div>
    </div>
  );
}

/** While nobody can be told: the way to connect a chat. Once it is gone, the focus goes to who is told. */
export function MessengerOffer({ Webhook }: Pick<MessengerConnectProps, 'Webhook'>) {
  const { t } = useTranslation();
  const offer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const within = offer.current;
    return () => {
      if (within?.contains(document.activeElement) !== true) return;
      queueMicrotask(() =>
        (document.getElementById('told') ?? document.getElementById('main'))?.focus(),
      );
    };
  }, []);
  return (
    <div ref={offer}>
      <Section title={t('messenger.connect.title')}>
        <Card className="p-5 sm:p-6">
          <MessengerConnect Webhook={Webhook} />
        </Card>
      </Section>
    </div>
  );
}

/** The accounts that chats can be connected with; null: there is none. */
interface Messengers {
  readonly telegram: PublicInfo['bot'];
  readonly line: PublicInfo['line'];
  /** Null: there are none. */
  readonly webhook: true | null;
}

function readMessengers({ bot, line, webhook }: PublicInfo): Messengers {
  return { telegram: bot, line, webhook: webhook ? true : null };
}

/** Whether chats can be connected; false: only addresses can, such as of email, or nothing. */
export function offersChats(info: PublicInfo): boolean {
  return Object.values(readMessengers(info)).some((account) => account !== null);
}

/** Asked again now and then while there is none, since one may come. */
export const messengersQuery = queryOptions({
  ...publicInfoQuery,
  select: readMessengers,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && !offersChats(data) ? 30_000 : false,
});
