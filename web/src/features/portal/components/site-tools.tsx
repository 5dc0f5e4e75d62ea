import { BellOff, CheckCheck, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useAcknowledgeOutages } from '../api/acknowledge-outages.ts';
import { ManySettingsDialog } from './many-settings-dialog.tsx';
import { MuteMenu } from './mute-menu.tsx';

export interface SiteToolsProps {
  /** One of them: what can be done in its row. */
  devices: readonly PortalDevice[];
}

/** What can be done with the sites that are shown, all at once; with one, in its row. */
export function SiteTools({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const [only] = devices;
  if (devices.length === 1 && only !== undefined) {
    return (
      <MuteMenu devices={devices} label={t('devices.action.mute', { name: only.site_name })} />
    );
  }
  return <ManyTools devices={devices} />;
}

function ManyTools({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const [isSetting, setIsSetting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <AcknowledgeAll devices={devices} />
      <MuteMenu
        devices={devices}
        label={t('portal.mute.all', { count: devices.length })}
        trigger={(isBusy) => (
          <Button
            look="secondary"
            size="small"
            isBusy={isBusy}
            icon={<BellOff aria-hidden="true" className="size-4" />}
          >
            {t('portal.mute.all', { count: devices.length })}
          </Button>
        )}
      />
      <Button
        look="secondary"
        size="small"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
        onClick={() => setIsSetting(true)}
      >
        {t('portal.many.settings', { count: devices.length })}
      </Button>
      <ManySettingsDialog
        devices={devices}
        isOpen={isSetting}
        onClose={() => setIsSetting(false)}
      />
    </div>
  );
}

function AcknowledgeAll({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useAcknowledgeOutages();
  const open = devices.flatMap(({ outage }) =>
    outage !== null && outage.recover_at === null && outage.acknowledged_at === null
      ? [outage.id]
      : [],
  );
  if (open.length === 0) return null;
  const acknowledge = async () => {
    try {
      await mutateAsync(open);
      toast.success(t('portal.outage.done'));
    } catch (error) {
      toast.error(t('portal.outage.failed', { reason: describeError(error, t) }));
    }
  };
  return (
    <Button
      look="primary"
      size="small"
      isBusy={isPending}
      icon={<CheckCheck aria-hidden="true" className="size-4" />}
      onClick={() => void acknowledge()}
    >
      {t('portal.many.acknowledge', { count: open.length })}
    </Button>
  );
}
