import {
  AlarmClock,
  BellOff,
  BellRing,
  CheckCheck,
  EllipsisVertical,
  SlidersHorizontal,
  Sunrise,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../components/ui/menu.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLoadAlertSettings } from '../alert-settings.ts';
import { useAnswerOutages } from '../answer-outages.ts';
import { useIsOwner } from '../portal-stats.ts';
import { useQuiet } from '../quiet.ts';
import { isAlerting } from '../site-state.ts';
import { ManySettingsDialog } from './many-settings-dialog.tsx';

interface SiteToolsProps {
  /** The tools of one site, for its row. */
  devices: readonly PortalDevice[];
  /** On a phone the answer stands alone, and the rest is in a menu. */
  part?: 'answer' | 'menu';
}

/** What can be done with the sites that are shown, all at once; with one, in its row. */
export function SiteTools({ devices, part }: SiteToolsProps) {
  const { t } = useTranslation();
  const [only] = devices;
  if (devices.length === 1 && only !== undefined) {
    return (
      <MuteMenu devices={devices} label={t('devices.action.mute', { name: only.site_name })} />
    );
  }
  if (part === 'answer') return <AnswerAll devices={devices} />;
  return part === 'menu' ? <ManyMenu devices={devices} /> : <ManyTools devices={devices} />;
}

/** What is seldom done with many, behind one button that says with how many. */
function ManyMenu({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  const settings = useSettings(devices);
  const { length: count } = devices;
  const sites = t('portal.mute.sites', { count });
  const label = t('devices.action.more', { name: sites });
  return (
    <>
      <MuteMenu
        devices={devices}
        label={label}
        trigger={(isBusy) => (
          <Button
            look="secondary"
            size="small"
            aria-label={label}
            isBusy={isBusy || settings.isOpening}
            icon={<EllipsisVertical aria-hidden="true" className="size-4" />}
          >
            {sites}
          </Button>
        )}
        more={
          isOwner
            ? [
                {
                  label: t('portal.many.settings', { count }),
                  icon: SlidersHorizontal,
                  onSelect: settings.open,
                },
              ]
            : []
        }
      />
      <SettingsOfMany devices={devices} settings={settings} />
    </>
  );
}

function ManyTools({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  return (
    <div className="flex flex-wrap gap-2">
      <AnswerAll devices={devices} />
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

/** Opens the alert settings of these sites, all at once. */
export function ManySettings({ devices, label }: SiteToolsProps & { label?: string }) {
  const { t } = useTranslation();
  const settings = useSettings(devices);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        isBusy={settings.isOpening}
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
        onClick={settings.open}
      >
        {label ?? t('portal.many.settings', { count: devices.length })}
      </Button>
      <SettingsOfMany devices={devices} settings={settings} />
    </>
  );
}

interface SettingsOfManyProps {
  devices: readonly PortalDevice[];
  settings: ReturnType<typeof useSettings>;
}

function SettingsOfMany({ devices, settings: { shown, close } }: SettingsOfManyProps) {
  if (shown === null) return null;
  return (
    <ManySettingsDialog
      key={shown.opening}
      devices={devices}
      settings={shown.settings}
      isOpen={shown.isOpen}
      onClose={close}
    />
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

/** Acknowledges all outages; then, in the same place, has people reminded of them again. */
function AnswerAll({ devices }: SiteToolsProps) {
  const { t } = useTranslation();
  const { count, isSeen, isBusy, press } = useAnswerOutages(devices);
  // The row of a single one has the same button.
  if (count < 2) return null;
  const Icon = isSeen ? BellRing : CheckCheck;
  return (
    <Button
      look={isSeen ? 'secondary' : 'primary'}
      size="small"
      isBusy={isBusy}
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={press}
      className="min-w-64 max-sm:w-full"
    >
      {t(isSeen ? 'portal.many.remind' : 'portal.many.acknowledge', { count })}
    </Button>
  );
}

interface MuteMenuProps {
  devices: readonly PortalDevice[];
  /** What the button opens, in words. */
  label: string;
  /** A button of your own; otherwise a bell. */
  trigger?: (isBusy: boolean) => ReactElement;
  /** What else it offers. */
  more?: readonly MenuEntry[];
}

/** A menu to mute alerts for a time or to unmute them, for owners also for good. Each choice can be undone. */
export function MuteMenu({ devices, label, trigger, more = [] }: MuteMenuProps) {
  const { t } = useTranslation();
  const { ask, isPending } = useQuiet(devices);
  const isOwner = useIsOwner();
  const areOn = devices.every(isAlerting);
  const areOff = devices.every((device) => !isAlerting(device));
  return (
    <Menu
      label={label}
      trigger={
        trigger?.(isPending) ?? (
          <IconButton label={label} icon={areOff ? BellOff : BellRing} isBusy={isPending} />
        )
      }
      entries={() => [
        ...(areOn
          ? []
          : [{ label: t('portal.mute.none'), icon: BellRing, onSelect: () => ask('none') }]),
        { label: t('portal.mute.hour'), icon: AlarmClock, onSelect: () => ask('hour') },
        { label: t('portal.mute.morning'), icon: Sunrise, onSelect: () => ask('morning') },
        ...(!isOwner || devices.every((device) => device.alert_enabled === 0)
          ? []
          : [{ label: t('portal.mute.ever'), icon: BellOff, onSelect: () => ask('ever') }]),
        ...more,
      ]}
    />
  );
}
