import { Check, Copy, Mail, Share2 } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, buttonClasses } from '../ui/button.tsx';

/** Brings the page from a phone to the computer that the board is plugged into. */
export function SendPage({ page }: { page: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const mail = new URLSearchParams({ subject: document.title, body: page });
  return (
    <div className="mt-3">
      <p className="font-semibold">{t('serial.send.title')}</p>
      {/* For whoever types it off the phone, and where nothing may be copied. */}
      <p className="wrap-anywhere mt-1 select-all text-muted text-sm">{page}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {'share' in navigator && (
          <Button
            look="primary"
            size="small"
            icon={<Share2 aria-hidden="true" className="size-4" />}
            // Closed without a choice: nothing went wrong.
            onClick={() => void navigator.share({ url: page }).catch(() => {})}
          >
            {t('serial.send.share')}
          </Button>
        )}
        <a
          // Mail programs do not read a plus as a space.
          href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}
          className={buttonClasses('secondary', undefined, 'small')}
        >
          <Mail aria-hidden="true" className="size-4" />
          {t('serial.send.mail')}
        </a>
        <Button
          look="secondary"
          size="small"
          icon={<Icon aria-hidden="true" className="size-4" />}
          onClick={async () => setIsCopied(await copyText(page))}
        >
          {isCopied ? t('serial.send.copied') : t('serial.send.copy')}
        </Button>
      </div>
    </div>
  );
}
