import { portalEventType, type TimelineEventType } from '../../../../src/domain/states.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { eventStyles } from '../event-style.ts';

/** A kind of event as icon and word. */
export function EventMark({ type }: { type: TimelineEventType }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = eventStyles[portalEventType(type)];
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold text-sm">
      <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0 self-start', tone)} />
      {t(word)}
    </span>
  );
}
