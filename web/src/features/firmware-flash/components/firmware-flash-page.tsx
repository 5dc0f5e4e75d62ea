import { useState } from 'react';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { NoSerial } from '../../../components/serial/no-serial.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { findSerial } from '../../../lib/serial/web-serial.ts';
import { Bench } from './bench.tsx';
import { OfferState } from './offer-state.tsx';

/** Puts the firmware on a board: for everybody, without a log-in. */
export function FirmwareFlashPage() {
  const { t } = useTranslation();
  const [support] = useState(() => findSerial());
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-6xl px-4 pt-2 pb-12 sm:px-6 sm:pt-4">
        <PageHeader title={t('firmware.title')} text={t('firmware.lead')} />
        {support.serial === null && (
          <div className="mt-6 max-w-3xl">
            <NoSerial reason={support.reason} page={location.href} />
          </div>
        )}
        <OfferState>
          {(offers) => support.serial !== null && <Bench serial={support.serial} offers={offers} />}
        </OfferState>
      </div>
    </PublicLayout>
  );
}
