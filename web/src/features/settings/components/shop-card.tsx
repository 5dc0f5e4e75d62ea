import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ShopAnswer } from '../../../../../src/contract/system/shop.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { shopSettingsQuery, useSaveShop } from '../api/shop-settings.ts';
import { ShopPhoto } from './shop-photo.tsx';

/** What the front page says of the seller: marketplaces, contact, a photo. */
export function ShopCard() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(shopSettingsQuery);
  return (
    <SettingsCard
      title={t('settings.shop.title')}
      text={t('settings.shop.text')}
      action={
        <a
          href="/"
          target="_blank"
          rel="noopener"
          className={buttonClasses('ghost', undefined, 'small')}
        >
          {t('settings.shop.look')}
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      }
    >
      {data !== undefined ? (
        <>
          <ShopPhoto photo={data.photo} />
          <ShopForm settings={data} />
        </>
      ) : error === null ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
    </SettingsCard>
  );
}

function ShopForm({ settings }: { settings: ShopAnswer }) {
  const { t } = useTranslation();
  const save = useSaveShop();
  const { photo: _, ...values } = settings;
  const checkUrl = (url: string) =>
    url === '' || url.startsWith('https://') ? undefined : t('settings.shop.not_https');
  const form = useSaveForm({
    defaultValues: values,
    check: ({ shopeeUrl, lazadaUrl, otherName, otherUrl }) => {
      const isHalf = (otherName.trim() === '') !== (otherUrl.trim() === '');
      return {
        shopeeUrl: checkUrl(shopeeUrl),
        lazadaUrl: checkUrl(lazadaUrl),
        otherUrl: isHalf ? t('settings.shop.incomplete') : checkUrl(otherUrl),
      };
    },
    save: (given) => save.mutateAsync(given),
    onSaved: ({ photo: _photo, ...saved }) => {
      form.reset(saved);
      toast.success(t('settings.saved'));
    },
    describe: (error) => t('settings.failed', { reason: describeError(error, t) }),
  });
  return (
    <Form form={form}>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <form.AppField name="shopeeUrl">
          {(field) => (
            <field.TextField
              label={t('settings.shop.shopee')}
              hint={t('settings.shop.url_hint')}
              inputMode="url"
              maxLength={500}
            />
          )}
        </form.AppField>
        <form.AppField name="lazadaUrl">
          {(field) => (
            <field.TextField
              label={t('settings.shop.lazada')}
              hint={t('settings.shop.url_hint')}
              inputMode="url"
              maxLength={500}
            />
          )}
        </form.AppField>
        <form.AppField name="otherName">
          {(field) => <field.TextField label={t('settings.shop.other_name')} maxLength={40} />}
        </form.AppField>
        <form.AppField name="otherUrl">
          {(field) => (
            <field.TextField label={t('settings.shop.other_url')} inputMode="url" maxLength={500} />
          )}
        </form.AppField>
        <form.AppField name="phone">
          {(field) => (
            <field.TextField label={t('settings.shop.phone')} inputMode="tel" maxLength={30} />
          )}
        </form.AppField>
        <form.AppField name="lineId">
          {(field) => (
            <field.TextField
              label={t('settings.shop.line')}
              hint={t('settings.shop.line_hint')}
              maxLength={51}
            />
          )}
        </form.AppField>
        <form.AppField name="email">
          {(field) => (
            <field.TextField label={t('settings.shop.email')} inputMode="email" maxLength={200} />
          )}
        </form.AppField>
      </div>
      <form.AppField name="noteTh">
        {(field) => <field.TextAreaField label={t('settings.shop.note_th')} maxLength={1000} />}
      </form.AppField>
      <form.AppField name="noteEn">
        {(field) => <field.TextAreaField label={t('settings.shop.note_en')} maxLength={1000} />}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton look="secondary" className="self-start">
        {t('settings.shop.save')}
      </form.SubmitButton>
    </Form>
  );
}
