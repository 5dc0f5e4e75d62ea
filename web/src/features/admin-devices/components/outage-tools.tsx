import { CheckCheck, Phone, X } from 'lucide-react';
import { useState } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Button } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useAcknowledgeMany } from '../use-acknowledge-many.ts';
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
