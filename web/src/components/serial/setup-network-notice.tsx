import { useTranslation } from '../../lib/i18n.ts';
import type { SetupNetwork } from '../../lib/serial/setup-network.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { KeyValueList } from '../ui/key-value-list.tsx';

interface SetupNetworkNoticeProps {
  network: SetupNetwork;
  className?: string;
}

/** How a phone gets into the Wi-Fi of a board that is not configured yet; nothing while it is unknown. */
export function SetupNetworkNotice({ network, className }: SetupNetworkNoticeProps) {
  const { t } = useTranslation();
  const { name, password } = network;
  if (password === null) return null;
  return (
    <section aria-label={t('serial.setup_network.title')} className={className}>
      <h3 className="font-semibold text-sm">{t('serial.setup_network.title')}</h3>
      <p className="mt-1 text-muted text-sm">{t('serial.setup_network.text')}</p>
      <KeyValueList
        className="mt-2"
        entries={[
          ...(name === null
            ? []
            : [{ term: t('devices.network.ssid'), value: <code>{name}</code> }]),
          {
            term: t('devices.network.password'),
            value: (
              <span className="-my-2 inline-flex items-center gap-1">
                <code className="font-semibold text-base">{password}</code>
                <CopyButton
                  text={password}
                  what={t('devices.network.password')}
                  className="-mr-2.5"
                />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
