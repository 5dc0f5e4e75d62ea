import { Check, CircuitBoard, KeyRound, Monitor, RotateCw, Star } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { channelsInUse, nameChannels } from '../../lib/channels-in-use.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatBaht } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOrder } from './order.tsx';
import { OrderFacts, packages } from './order-facts.tsx';
import { hasBot, usePublicInfo } from './public-info.ts';
import { Section } from './section.tsx';

/** Three packages and the renewal, at the prices this server has now. */
export function Pricing() {
  const { t } = useTranslation();
  const { info, isDown, isAsking, retry } = usePublicInfo();
  return (
    <Section
      id="pricing"
      title={t('price.title')}
      lead={t(hasBot(info) ? 'price.lead' : 'price.lead_no_bot')}
    >
      <noscript>
        <p className="mb-6 text-muted">{t('price.no_script')}</p>
      </noscript>
      {!info && isDown && (
        <Notice
          kind="error"
          title={t('price.failed')}
          className="mb-6"
          action={
            <Button
              look="secondary"
              isBusy={isAsking}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={retry}
            >
              {t('ui.retry')}
            </Button>
          }
        >
          {t('price.failed_hint')}
        </Notice>
      )}
      <ul
        aria-busy={!info && isAsking}
        className="grid items-stretch gap-5 md:grid-cols-3 md:gap-4 lg:gap-6"
      >
        {packages.map((offer) => (
          <li key={offer.id}>
            <PriceCard offer={offer} />
          </li>
        ))}
      </ul>
      <Renewal />
    </Section>
  );
}

function Renewal() {
  const { t } = useTranslation();
  const { info, isDown } = usePublicInfo();
  if (!info && isDown) return null;
  return (
    <p className="mt-8 text-center text-muted tabular-nums">
      {info ? (
        t('price.renewal', {
          price: formatBaht(info.prices.renewal),
          count: info.keyValidityYears,
        })
      ) : (
        <Skeleton className="w-48" />
      )}
    </p>
  );
}

const icons = { keyOnly: KeyRound, s2Mini: CircuitBoard, tDisplay: Monitor };

function PriceCard({ offer }: { offer: (typeof packages)[number] }) {
  const { t } = useTranslation();
  const order = useOrder();
  const alerts = useAlertWords();
  const { id, name, suits, has, isRecommended } = offer;
  const Icon = icons[id];
  return (
    <div
      className={classNames(
        'relative flex h-full flex-col rounded-lg border bg-surface p-6 shadow-card lg:p-7',
        isRecommended ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      {isRecommended && (
        <p className="absolute -top-3.5 left-6 flex items-center gap-1.5 rounded-full bg-accent px-3 py-0.5 font-semibold text-on-accent text-xs">
          <Star aria-hidden="true" className="size-3.5 fill-current" />
          {t('price.recommended')}
        </p>
      )}
      <Icon aria-hidden="true" className="size-7 text-accent-text" />
      <h3 id={`package-${id}`} className="mt-4 font-semibold text-lg">
        {t(name)}
      </h3>
      <p className="text-muted text-sm">{t(suits)}</p>
      <Price id={id} />
      <ul className="mt-6 mb-7 space-y-2.5 border-line border-t pt-6 text-sm">
        {[t(has), alerts, t('price.has_fast'), t('price.has_dashboard')].map((thing) => (
          <li key={thing} className="flex gap-2.5">
            <Check aria-hidden="true" className="h-lh w-4 shrink-0 text-up" />
            {thing}
          </li>
        ))}
      </ul>
      <Button
        look={isRecommended ? 'primary' : 'secondary'}
        className="mt-auto w-full"
        id={`order-${id}`}
        aria-labelledby={`order-${id} package-${id}`}
        aria-haspopup="dialog"
        isBusy={order.loading === id}
        onPointerEnter={order.prepare}
        onFocus={order.prepare}
        onClick={() => order.open(id)}
      >
        {t('price.order')}
      </Button>
      {order.failed === id && (
        <div role="alert" className="mt-5 text-sm">
          <OrderFacts />
        </div>
      )}
    </div>
  );
}

/** How alerts come, by the names of the channels where none of them is a bot. */
function useAlertWords(): string {
  const { t, language } = useTranslation();
  const { info } = usePublicInfo();
  if (info === undefined || hasBot(info)) return t('price.has_alerts');
  const channels = nameChannels(channelsInUse(info), language);
  return channels === '' ? t('price.has_alerts_later') : t('price.has_alerts_by', { channels });
}

/** The server's price, or a gap of the same size while it loads. */
function Price({ id }: { id: keyof typeof icons }) {
  const { t } = useTranslation();
  const { info, isDown } = usePublicInfo();
  const isUnknown = !info && isDown;
  return (
    <div className="mt-5">
      <p className="font-semibold text-4xl tabular-nums">
        {info ? formatBaht(info.prices[id]) : isUnknown ? '–' : <Skeleton className="w-28" />}
      </p>
      <p className="mt-1 text-muted text-sm">
        {info ? (
          t('price.validity', { count: info.keyValidityYears })
        ) : isUnknown ? (
          t('price.failed')
        ) : (
          <>
            <Skeleton className="w-40" />
            <span className="sr-only">{t('price.asking')}</span>
          </>
        )}
      </p>
    </div>
  );
}
