import type { PortalEvent } from '../../../../../src/contract/devices/portal.ts';
import { eventStyles } from '../../../components/event-style.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** A kind of event as icon and word. */
export function EventType({ type }: { type: PortalEvent['event_type'] }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = eventStyles[type];
  return (
    <span className="flex items-start gap-2 font-semibold">
      <Icon aria-hidden="true" className={classNames('h-lh w-4.5 shrink-0', tone)} />
      {t(word)}
    </span>
  );
}
