import { CheckCheck, Phone, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  useAcknowledgeDevices,
  useAnswerOutage,
  useMarkDevice,
  useQuietDevice,
  useRemindDevices,
} from '../device-calls.ts';
import { CallDialog } from './call-dialog.tsx';

interface OutageToolsProps {
  /** Those that are ticked. */
  devices: readonly DeviceAnswer[];
  onClear: () => void;
}

/** What can be done for several sites at once. Nothing while none is ticked. */
export function OutageTools({ devices, onClear }: OutageToolsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { acknowledge, isBusy } = useAcknowledgeMany();
  const [isCalling, setIsCalling] = useState(false);
  const [called, setCalled] = useState<readonly DeviceAnswer[]>([]);
  const open = devices.filter(isOpenToAcknowledge);
  const say = (count: number) => ({ count, number: formatNumber(count, language) });
  return (
    <>
      {devices.length > 0 && (
        <>
          <Button look="ghost" icon={<X aria-hidden="true" className="size-4" />} onClick={onClear}>
            {t('outages_now.selection.clear', say(devices.length))}
          </Button>
          <Button
            look="secondary"
            icon={<Phone aria-hidden="true" className="size-4" />}
            onClick={() => {
              setCalled(devices);
              setIsCalling(true);
            }}
          >
            {t('outages_now.call.open')}
          </Button>
          {open.length > 0 && (
            <Button
              look="primary"
              isBusy={isBusy}
              icon={<CheckCheck aria-hidden="true" className="size-4" />}
              onClick={() => {
                // The buttons go with the selection.
                document.getElementById('main')?.focus({ preventScroll: true });
                void acknowledge(open).then((isDone) => isDone && onClear());
              }}
            >
              {t('outages_now.selection.acknowledge', say(open.length))}
            </Button>
          )}
        </>
      )}
      <CallDialog devices={called} isOpen={isCalling} onClose={() => setIsCalling(false)} />
    </>
  );
}

/** Whether there is an outage that somebody would be told of, and nobody has acknowledged. */
function isOpenToAcknowledge({ outage, customer_id: customerId }: DeviceAnswer): boolean {
  return outage !== null && outage.acknowledged_at === null && customerId !== null;
}

/** Acknowledges the outages of several sites, says for how many, and offers to take it back. */
function useAcknowledgeMany() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useAcknowledgeDevices();
  const { mutateAsync: remind } = useRemindDevices();
  const acknowledge = useCallback(
    async (devices: readonly Pick<DeviceAnswer, 'device_id'>[]): Promise<boolean> => {
      const fail = (error: unknown) => toast.error(describeError(error, t));
      try {
        const ids = await mutateAsync(devices.map(({ device_id: id }) => id));
        const say = (count: number) => ({ count, number: formatNumber(count, language) });
        const undo = async () => {
          const back = await remind(ids);
          toast.success(t('outages_now.selection.reminding', say(back.length)));
        };
        toast.success(t('outages_now.selection.acknowledged', say(ids.length)), {
          label: t('ui.undo'),
          onClick: () => void undo().catch(fail),
        });
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    [mutateAsync, remind, language, t],
  );
  return { acknowledge, isBusy: isPending };
}

/** As many as can be acknowledged in one go, and looked through. */
export const mostSelected = 200;

/**
 * The devices that are ticked, those of other pages included. What is shown is newer than what was ticked.
 * @param rows the page that is shown
 */
export function useDeviceSelection(rows: readonly DeviceAnswer[] = []) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeviceAnswer>>(new Map());
  const ids = useMemo(() => new Set(chosen.keys()), [chosen]);
  const shown = new Map(rows.map((device) => [device.device_id, device]));
  const choose = (devices: readonly DeviceAnswer[]) =>
    setChosen(new Map(devices.slice(0, mostSelected).map((device) => [device.device_id, device])));
  return {
    ids,
    devices: [...chosen].map(([id, device]) => shown.get(id) ?? device),
    choose,
    change: (wanted: ReadonlySet<string>) =>
      choose([...wanted].flatMap((id) => shown.get(id) ?? chosen.get(id) ?? [])),
    clear: () => setChosen(new Map()),
  };
}

/** What is done to the alerts of a device at once, and can be taken back. */
const alertActions = ['acknowledge', 'remind', 'mute', 'unmute', 'mark', 'unmark'] as const;
export type AlertAction = (typeof alertActions)[number];

export function isAlertAction(action: string): action is AlertAction {
  return alertActions.some((one) => one === action);
}

export function useDeviceAlerts(): (action: AlertAction, device: DeviceAnswer) => void {
  const { t } = useTranslation();
  const { mutateAsync: answer } = useAnswerOutage();
  const { mutateAsync: quieten } = useQuietDevice();
  const { mutateAsync: mark } = useMarkDevice();
  return useCallback(
    (action, { device_id: deviceId, site_name: name }) => {
      const act = async () => {
        const remind = async () => {
          await answer({ deviceId, call: 'remind' });
          toast.success(t('admin_devices.acknowledge.reminding', { name }));
        };
        if (action === 'remind') return remind();
        if (action === 'acknowledge') {
          await answer({ deviceId, call: 'acknowledge' });
          toast.success(t('admin_devices.acknowledge.done', { name }), {
            label: t('ui.undo'),
            onClick: () => void remind().catch(fail),
          });
          return;
        }
        if (action === 'mark' || action === 'unmark') {
          const critical = action === 'mark';
          await mark({ deviceId, critical });
          toast.success(
            t(critical ? 'admin_devices.critical.done' : 'admin_devices.critical.ended', { name }),
            {
              label: t('ui.undo'),
              onClick: () => void mark({ deviceId, critical: !critical }).catch(fail),
            },
          );
          return;
        }
        const quiet = action === 'mute' ? 'hour' : 'none';
        const { data } = await quieten({ deviceId, quiet });
        const [before] = data.before;
        const undo = () => {
          if (before !== undefined) quieten({ deviceId, quiet: before.quiet }).catch(fail);
        };
        toast.success(
          t(action === 'mute' ? 'admin_devices.mute.done' : 'admin_devices.mute.ended', { name }),
          { label: t('ui.undo'), onClick: undo },
        );
      };
      const fail = (error: unknown) => toast.error(describeError(error, t));
      act().catch(fail);
    },
    [answer, quieten, mark, t],
  );
}
