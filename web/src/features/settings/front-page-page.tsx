import { useQuery } from '@tanstack/react-query';
import { ExternalLink, ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ShopAnswer } from '../../../../src/contract/system/shop.ts';
import { mostPhotoBytes } from '../../../../src/domain/system/shop.ts';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { shopSettingsQuery, useSaveShop } from './setting-calls.ts';

/** What visitors read of whoever sells here. */
export function FrontPagePage() {
  const { t } = useTranslation();
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <PageHeader title={t('settings.shop.title')} text={t('settings.shop.page')} />
      <ShopCard />
    </div>
  );
}

/** What the front page says of the seller: marketplaces, contact, a photo. */
function ShopCard() {
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

/** The photo of the front page: chosen, shown, removed; saved at once. */
function ShopPhoto({ photo }: { photo: string | null }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const save = useSaveShop();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const keep = (chosen: string | null) =>
    save.mutate(
      { photo: chosen },
      {
        onSuccess: () => toast.success(t('settings.saved')),
        onError: (error) => toast.error(t('settings.failed', { reason: describeError(error, t) })),
      },
    );
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const encoded = await shrinkPhoto(file);
    setIsUnreadable(encoded === null);
    if (encoded !== null) keep(encoded);
  };
  return (
    <div className="mb-5 flex flex-wrap items-center gap-4">
      {photo !== null && (
        <img
          src={photo}
          alt={t('settings.shop.photo_alt')}
          className="aspect-4/3 w-40 rounded-md border border-line object-cover"
        />
      )}
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-sm">
          <span className="font-semibold">{t('settings.shop.photo')}</span>
          <span className="block text-muted text-xs">{t('settings.shop.photo_hint')}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            icon={<ImagePlus aria-hidden="true" className="size-4" />}
            isBusy={save.isPending}
            onClick={() => input.current?.click()}
          >
            {t(photo === null ? 'settings.shop.choose' : 'settings.shop.change')}
          </Button>
          {photo !== null && (
            <Button
              look="ghost"
              size="small"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              disabled={save.isPending}
              onClick={() => keep(null)}
            >
              {t('settings.shop.remove')}
            </Button>
          )}
        </div>
        {isUnreadable && (
          <p role="alert" className="text-mains-lost text-sm">
            {t('settings.shop.photo_failed')}
          </p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('settings.shop.photo')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}

/** Sizes (pixels of the longer side) and qualities to try until the file is small enough. */
const tries = [
  [960, 0.8],
  [960, 0.6],
  [720, 0.6],
  [480, 0.5],
] as const;

/**
 * A picture as a JPEG in base64 that the server takes. Drawn anew, so that nothing of its file is kept:
 * neither where it was taken nor with what.
 * @returns null: the browser cannot read it
 */
async function shrinkPhoto(file: Blob): Promise<string | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  try {
    for (const [side, quality] of tries) {
      const encoded = draw(picture, side, quality);
      if (encoded !== null && (encoded.length * 3) / 4 <= mostPhotoBytes) return encoded;
    }
    return null;
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, side: number, quality: number): string | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // A JPEG has no see-through parts: they would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? null;
}
