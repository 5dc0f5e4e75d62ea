import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSaveShop } from '../api/shop-settings.ts';
import { shrinkPhoto } from '../shrink-photo.ts';

/** The photo of the front page: chosen, shown, removed; saved at once. */
export function ShopPhoto({ photo }: { photo: string | null }) {
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
