import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SerialSupport } from '../../lib/serial/web-serial.ts';
import { Notice } from '../ui/notice.tsx';

interface NoSerialProps {
  reason: Extract<SerialSupport, { serial: null }>['reason'];
  children?: ReactNode;
}

/** This browser cannot, or may not, use a serial port: which one can. */
export function NoSerial({ reason, children }: NoSerialProps) {
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
      {children}
    </Notice>
  );
}
