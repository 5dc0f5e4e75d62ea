import type { TFunction } from 'i18next';
import type { DeviceHealth } from '../../../../../src/contract/devices/devices.ts';
import { formatBytes } from '../../../lib/console/format-bytes.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { restartWords } from '../device-words.ts';

/** What a board reports about itself; nothing if it reports nothing. */
export function healthFacts(health: DeviceHealth | null, t: TFunction, language: Language) {
  if (health === null) return [];
  const { free_heap: free, largest_block: largest, heap_loss_per_day: loss } = health;
  const { starts, reconnects, restart_cause: cause, sleep } = health;
  const facts = [];
  if (free !== null) {
    facts.push({
      term: t('admin_devices.fact.memory'),
      value: (
        <>
          {t('admin_devices.health.free', { free: formatBytes(free, language) })}
          {largest !== null && (
            <span className="block text-muted text-xs">
              {t('admin_devices.health.largest', { largest: formatBytes(largest, language) })}
            </span>
          )}
          {loss !== null && (
            <span className="block text-mains-lost text-xs">
              {t('admin_devices.health.loss', { loss: formatBytes(loss, language) })}
            </span>
          )}
        </>
      ),
    });
  }
  if (starts !== null) {
    facts.push({
      term: t('admin_devices.fact.starts'),
      value: (
        <>
          {formatNumber(starts, language)}
          {reconnects !== null && (
            <span className="block text-muted text-xs">
              {t('admin_devices.health.reconnects', {
                count: reconnects,
                number: formatNumber(reconnects, language),
              })}
            </span>
          )}
          {cause !== null && (
            <span className="block text-muted text-xs">
              {cause in restartWords ? t(restartWords[cause as keyof typeof restartWords]) : cause}
            </span>
          )}
        </>
      ),
    });
  }
  if (sleep !== null) {
    facts.push({ term: t('admin_devices.fact.sleep'), value: t('events.asleep') });
  }
  return facts;
}
