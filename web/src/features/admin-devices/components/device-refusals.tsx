import type { DeviceDetail } from '../../../../../src/contract/devices/devices.ts';
import { RefusalList } from '../../../components/console/refusal-list.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

/** Messages of the board that were refused in the last day; nothing if there were none. */
export function DeviceRefusals({ device: { refusals } }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <Card className="p-5">
      <h2 className="font-semibold">{t('refusals.title')}</h2>
      <p className="mt-1 text-muted text-sm">{t('refusals.device')}</p>
      <RefusalList refusals={refusals} />
    </Card>
  );
}
