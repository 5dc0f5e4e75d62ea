import { BellOff, CheckCheck, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useAcknowledgeOutages } from '../api/acknowledge-outages.ts';
import { useLoadAlertSettings } from '../api/load-alert-settings.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { ManySettingsDialog } from './many-settings-dialog.tsx';
import { MuteMenu } from './mute-menu.tsx';

export interface SiteToolsProps {
  /** The tools of one site, for its row. */
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
  const isOwner = useIsOwner();
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
      {isOwner && <ManySettings devices={devices} />}
    </div>
  );
}

function ManySettings({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const { shown, isOpening, open, close } = useSettings(devices);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        isBusy={isOpening}
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
        onClick={open}
      >
        {t('portal.many.settings', { count: devices.length })}
      </Button>
      {shown !== null && (
        <ManySettingsDialog
          key={shown.opening}
          devices={devices}
          settings={shown.settings}
          isOpen={shown.isOpen}
          onClose={close}
        />
      )}
    </>
  );
}

/** The dialog begins with the settings of the first site; it stays while it closes. */
function useSettings(devices: readonly PortalDevice[]) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useLoadAlertSettings();
  const [shown, setShown] = useState<Shown | null>(null);
  const open = async () => {
    const [first] = devices;
    if (first === undefined) return;
    try {
      const { data: settings } = await mutateAsync(first.device_id);
      setShown((before) => ({ settings, isOpen: true, opening: (before?.opening ?? 0) + 1 }));
    } catch (error) {
      toast.error(t('alerts.load_failed', { reason: describeError(error, t) }));
    }
  };
  const close = () => setShown((before) => before && { ...before, isOpen: false });
  return { shown, isOpening: isPending, open: () => void open(), close };
}

interface Shown {
  settings: AlertSettingsAnswer;
  isOpen: boolean;
  /** Counts openings, so that each begins with a fresh form. */
  opening: number;
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
