import type { TFunction } from 'i18next';
import type { DeviceDetail, DeviceHealth } from '../../../../../src/contract/devices/devices.ts';
import type { Place } from '../../../../../src/domain/devices/place.ts';
import { useAreaName } from '../../../components/place/area-names.ts';
import { formatLocation } from '../../../components/place/location-field.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { formatBytes } from '../../../lib/console/format-bytes.ts';
import { useMay } from '../../../lib/console/own-account.ts';
import { formatKeyCode, formatNumber, formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { deviceTypeWords, restartWords, transportWords } from './device-table.tsx';

/**
 * What is stored of a device, beside what the head of its page says. It opens by itself where something in it is
 * wrong.
 */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { is_plain_outside: isPlain, update_failed: failed, health } = device;
  const isWrong = isPlain || failed !== null || (health?.heap_loss_per_day ?? null) !== null;
  return (
    <Fold title={t('admin_devices.fact.title')} isOpen={isWrong}>
      <Facts device={device} />
    </Fold>
  );
}

function Facts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const maySee = useMay('support');
  const none = <span className="text-muted">{t('console.not_known')}</span>;
  const unit = (value: number | null, name: string) =>
    value === null ? none : `${formatNumber(value, language, 2)} ${name}`;
  const within = formatSeconds(device.detects_within_seconds, language);
  const { key_code: key, key_expires_at: keyEnd } = device;
  return (
    <KeyValueList
      isPaired
      className="-my-2.5"
      entries={[
        {
          term: t('admin_devices.column.id'),
          value: (
            <Copied text={device.device_id} what={t('admin_devices.column.id')}>
              {device.device_id}
            </Copied>
          ),
        },
        { term: t('admin_devices.column.type'), value: t(deviceTypeWords[device.device_type]) },
        {
          term: t('admin_devices.fact.key'),
          value:
            key === null ? (
              none
            ) : (
              <Copied text={maySee ? key : null} what={t('admin_devices.fact.key')}>
                {formatKeyCode(key)}
              </Copied>
            ),
        },
        {
          term: t('admin_devices.fact.key_end'),
          value: keyEnd === null ? none : <DateTime time={keyEnd} show="date" />,
        },
        {
          term: t('admin_devices.fact.detects'),
          value:
            device.detects === 'mains'
              ? t('admin_devices.detects.mains')
              : t('admin_devices.detects.silence', { duration: within }),
        },
        ...(device.critical === null
          ? []
          : [
              {
                term: t('audit.field.critical'),
                value: t(
                  device.critical ? 'admin_devices.critical.is' : 'admin_devices.critical.is_not',
                ),
              },
            ]),
        {
          term: t('admin_devices.fact.transport'),
          value: (
            <>
              {device.transport === null ? none : t(transportWords[device.transport])}
              {device.is_plain_outside && (
                <span className="block text-mains-lost text-xs">
                  {t('admin_devices.fact.plain_outside')}
                </span>
              )}
            </>
          ),
        },
        {
          term: t('admin_devices.fact.firmware'),
          value: (
            <>
              {device.firmware_version ?? none}
              {device.update_failed !== null && (
                <span className="block text-mains-lost text-xs">
                  {t('admin_devices.fact.update_failed', { version: device.update_failed })}
                </span>
              )}
            </>
          ),
        },
        { term: t('admin_devices.fact.wifi'), value: device.ssid ?? none },
        { term: t('admin_devices.fact.signal'), value: unit(device.rssi, 'dBm') },
        { term: t('admin_devices.fact.voltage'), value: unit(device.voltage, 'V') },
        { term: t('admin_devices.fact.battery'), value: unit(device.battery_level, '%') },
        ...usePlaceFacts(device),
        ...healthFacts(device.health, t, language),
        {
          term: t('admin_devices.fact.created'),
          value: <DateTime time={device.created_at} show="date" />,
        },
      ]}
    />
  );
}

interface CopiedProps {
  /** Null: the viewer sees only a part of it. */
  text: string | null;
  what: string;
  children: React.ReactNode;
}

function Copied(props: CopiedProps) {
  return (
    <span className="-my-2 inline-flex items-center gap-1">
      <code className="break-all font-mono text-xs">{props.children}</code>
      {props.text !== null && (
        <CopyButton text={props.text} what={props.what} className="-mr-2.5" />
      )}
    </span>
  );
}

/** What a board reports about itself; nothing if it reports nothing. */
function healthFacts(health: DeviceHealth | null, t: TFunction, language: Language) {
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

/** What somebody said of where a site is; nothing: nobody did. */
function usePlaceFacts({ cell, area, location }: Place): { term: string; value: string }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const areaName = useAreaName(area);
  const facts = [
    { term: t('place.area'), value: areaName },
    { term: t('place.cell'), value: cell },
    {
      term: t('place.location.label'),
      value: location === null ? null : formatLocation(location, language),
    },
  ];
  return facts.flatMap(({ term, value }) => (value === null ? [] : [{ term, value }]));
}
