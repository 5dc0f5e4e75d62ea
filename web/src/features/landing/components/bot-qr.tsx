import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';

const loadQrCode = () => import('../../../components/ui/qr-code.tsx');
type QrCode = Awaited<ReturnType<typeof loadQrCode>>['QrCode'];

/**
 * The QR code of the bot's link; loaded and worked out only when somebody is about to see it. Where it
 * cannot be loaded, the link below it has to do.
 */
export function BotQr({ handle, link }: { handle: string; link: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [QrCode, setQrCode] = useState<QrCode>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        loadQrCode().then(
          (loaded) => setQrCode(() => loaded.QrCode),
          () => setHasFailed(true),
        );
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  if (hasFailed) return null;
  return (
    <div ref={place} className="aspect-square w-48 rounded-md bg-qr-ground">
      {QrCode && <QrCode value={link} what={t('bot.qr', { handle })} />}
    </div>
  );
}
