import { Phone } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';

interface CallDialogProps {
  devices: readonly DeviceAnswer[];
  isOpen: boolean;
  onClose: () => void;
}

/** Whom to call about these sites: each customer once, with the sites. */
export function CallDialog({ devices, isOpen, onClose }: CallDialogProps) {
  const { t } = useTranslation();
  const owned = devices.filter(({ phone }) => phone !== null);
  const customers = [...Map.groupBy(owned, ({ customer_id: id }) => id).values()];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('outages_now.call.title')}>
      {customers.length === 0 ? (
        <p className="text-muted">{t('outages_now.call.nobody')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {customers.map((sites) => {
            const [{ customer_id: id, customer_name: name, phone } = {}] = sites;
            if (phone == null) return null;
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
              >
                <span className="wrap-anywhere min-w-0 flex-1 basis-40">
                  <span className="block font-semibold">{formatPhone(name ?? '')}</span>
                  <span className="line-clamp-3 text-muted text-sm">
                    {sites.map(({ site_name: site }) => site).join(', ')}
                  </span>
                </span>
                <a href={`tel:${phone}`} className={buttonClasses('secondary', undefined, 'small')}>
                  <Phone aria-hidden="true" className="size-4" />
                  <span className="sr-only">{t('outages_now.call.one', { name })} </span>
                  <span className="tabular-nums">{formatPhone(phone)}</span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
