import { useState } from 'react';
import { SetupNetworkNotice } from '../../../components/serial/setup-network-notice.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { readDeviceSetup } from '../../../lib/device-setup.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { FlashState } from '../flash-state.ts';

interface FlashDoneProps {
  setupNetwork: FlashState['setupNetwork'];
}

/** The firmware is on the board. Tells what comes next, over the cable or with a phone. */
export function FlashDone({ setupNetwork }: FlashDoneProps) {
  const { t } = useTranslation();
  // The page was opened from the configuration page and has its key.
  const [hasKey] = useState(() => readDeviceSetup() !== null);
  return (
    <div className="mt-4">
      <div role="status">
        <Notice kind="success" title={t('firmware.done.title')}>
          <ol className="mt-1 list-decimal space-y-1 pl-5 marker:text-muted">
            <li>{t('firmware.done.rst')}</li>
            <li>{hasKey ? t('firmware.done.go_on') : t('firmware.done.configure')}</li>
          </ol>
          <a
            href={hasKey ? '/customer/flash?connect=true' : '/customer'}
            className={buttonClasses('primary', 'mt-3', 'small')}
          >
            {hasKey ? t('firmware.done.wifi') : t('firmware.done.action')}
          </a>
        </Notice>
      </div>
      <div role="status" className="mt-4">
        <PhoneWay setupNetwork={setupNetwork} />
      </div>
    </div>
  );
}

function PhoneWay({ setupNetwork }: FlashDoneProps) {
  const { t } = useTranslation();
  if (setupNetwork === 'asking') {
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Spinner />
        {t('firmware.done.asking')}
      </p>
    );
  }
  if (setupNetwork === null) {
    return <p className="text-muted text-sm">{t('firmware.done.elsewhere')}</p>;
  }
  return <SetupNetworkNotice network={setupNetwork} />;
}
