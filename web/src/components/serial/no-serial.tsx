import { useTranslation } from '../../lib/i18n.ts';
import type { SerialSupport } from '../../lib/serial/web-serial.ts';
import { Notice } from '../ui/notice.tsx';
import { SendPage } from './send-page.tsx';

interface NoSerialProps {
  reason: Extract<SerialSupport, { serial: null }>['reason'];
  /** The address that leads back here on another computer. */
  page: string;
}

/** Tells that this browser cannot or may not use a serial port, and which one can. */
export function NoSerial({ reason, page }: NoSerialProps) {
  const { t } = useTranslation();
  const isInsecure = reason === 'insecure';
  return (
    <Notice
      kind="error"
      title={isInsecure ? t('serial.insecure.title') : t('serial.unsupported.title')}
    >
      <p className="mt-1">
        {isInsecure
          ? t('serial.insecure.text', { origin: location.origin })
          : t('serial.unsupported.text')}
      </p>
      {!isInsecure && <SendPage page={page} />}
    </Notice>
  );
}
