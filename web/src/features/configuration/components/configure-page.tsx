import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLinkText, backLinkClasses } from '../../../components/console/back-link.tsx';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { OverlayProvider } from '../../../components/ui/overlay-provider.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { readDeviceSetup } from '../../../lib/device-setup.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { findSerial } from '../../../lib/serial/web-serial.ts';
import { OtherWay } from './other-way.tsx';
import { OwnBoardCard } from './own-board-card.tsx';
import { Workbench } from './workbench.tsx';

/** Configures a board over its cable. */
export function ConfigurePage() {
  const { t } = useTranslation();
  const [setup] = useState(readDeviceSetup);
  const [support] = useState(() => findSerial());
  const { connect = false } = useSearch({ from: '/customer/flash' });
  // The route lets nobody in without it.
  if (setup === null) return null;
  return (
    <OverlayProvider>
      <PublicLayout>
        <div className="mx-auto w-full max-w-6xl px-4 pt-2 pb-12 sm:px-6 sm:pt-4">
          <PageHeader
            title={t('configure.title')}
            text={t('configure.lead')}
            back={
              <Link to="/customer/dashboard" className={backLinkClasses}>
                <BackLinkText>{t('configure.back')}</BackLinkText>
              </Link>
            }
          />
          {support.serial === null ? (
            <OtherWay reason={support.reason} setup={setup} />
          ) : (
            <Workbench serial={support.serial} setup={setup} isBoardAtHand={connect} />
          )}
          <div className="mt-5 max-w-3xl">
            <OwnBoardCard setup={setup} />
          </div>
        </div>
      </PublicLayout>
    </OverlayProvider>
  );
}
