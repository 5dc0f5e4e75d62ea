import { Popover } from '@base-ui/react/popover';
import type { EventAnswer } from '../../../../../src/contract/fleet/events.ts';
import { DeliveryCounts } from '../../../components/console/delivery-counts.tsx';
import { useFloatContainer } from '../../../components/ui/float-container.tsx';
import { floatClasses } from '../../../components/ui/input-style.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { DeliveryList } from './delivery-list.tsx';

interface DeliveryPopoverProps {
  outageId: number;
  counts: EventAnswer['delivery'];
}

/** How many were told of an outage. It opens to show who, when and with what outcome. */
export function DeliveryPopover({ outageId, counts }: DeliveryPopoverProps) {
  const { t } = useTranslation();
  const container = useFloatContainer();
  if (counts.sent + counts.waiting + counts.failed === 0) {
    return <DeliveryCounts counts={counts} />;
  }
  return (
    <Popover.Root>
      <Popover.Trigger className="-mx-2 -my-1.5 inline-flex min-h-11 items-center rounded-sm px-2 text-left underline decoration-muted decoration-dotted underline-offset-4 transition hover:bg-raised hover:decoration-solid data-popup-open:bg-raised md:pointer-fine:min-h-9">
        <DeliveryCounts counts={counts} />
        <span className="sr-only">, {t('admin_events.show_deliveries')}</span>
      </Popover.Trigger>
      <Popover.Portal {...container}>
        <Popover.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-50 outline-hidden"
        >
          <Popover.Popup
            className={`${floatClasses} max-h-(--available-height) w-96 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-4`}
          >
            <Popover.Title className="font-semibold text-sm">
              {t('admin_events.deliveries')}
            </Popover.Title>
            <DeliveryList outageId={outageId} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
