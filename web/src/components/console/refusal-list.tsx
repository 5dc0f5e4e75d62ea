import type { RefusalAnswer } from '../../../../src/contract/fleet/refusals.ts';
import type { RefusalCode } from '../../../../src/domain/fleet/refusals.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { DateTime } from '../ui/date-time.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { DeviceLink } from './links.tsx';

interface RefusalListProps {
  /** With `device_id` where the list covers several devices. */
  refusals: readonly (RefusalAnswer & { device_id?: string })[];
}

/** Refused messages: why, since when, how often, and the last one. */
export function RefusalList({ refusals }: RefusalListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="divide-y divide-line text-sm">
      {refusals.map((refusal) => {
        const { code, since, last, count, address, detail, last_message: message } = refusal;
        return (
          <li
            key={[refusal.device_id, code, since, address].join(' ')}
            className="flex flex-col gap-1 py-3"
          >
            {refusal.device_id !== undefined && (
              <DeviceLink id={refusal.device_id} name={refusal.device_id} />
            )}
            <p>{t(refusalWords[code])}</p>
            <p className="text-muted text-xs">
              {t('refusals.since')} <DateTime time={since} /> ·{' '}
              {t('refusals.times', { count, number: formatNumber(count, language) })} ·{' '}
              {t('refusals.last')} <RelativeTime time={last} />
              {address !== null && <> · {t('refusals.from', { address })}</>}
            </p>
            <Quoted term={t('refusals.detail')} text={detail} />
            <Quoted term={t('refusals.message')} text={message ?? ''} />
          </li>
        );
      })}
    </ul>
  );
}

/** Untrusted content that somebody sent. */
function Quoted({ term, text }: { term: string; text: string }) {
  if (text === '') return null;
  return (
    <p className="text-muted text-xs">
      {term} <code className="break-all font-mono text-text">{text}</code>
    </p>
  );
}

/** Locale keys of why something was not taken. */
const refusalWords = {
  'protocol-version': 'refusals.code.protocol_version',
  'client-id': 'refusals.code.client_id',
  'user-name': 'refusals.code.user_name',
  password: 'refusals.code.password',
  token: 'refusals.code.token',
  revoked: 'refusals.code.revoked',
  'auth-method': 'refusals.code.auth_method',
  failure: 'refusals.code.failure',
  enrolment: 'refusals.code.enrolment',
  topic: 'refusals.code.topic',
  elsewhere: 'refusals.code.elsewhere',
  subscription: 'refusals.code.subscription',
  'content-type': 'refusals.code.content_type',
  'payload-encoding': 'refusals.code.payload_encoding',
  'payload-json': 'refusals.code.payload_json',
  'payload-schema': 'refusals.code.payload_schema',
  'no-connect': 'refusals.code.no_connect',
  'connect-timeout': 'refusals.code.connect_timeout',
  malformed: 'refusals.code.malformed',
  'packet-too-large': 'refusals.code.packet_too_large',
  'packet-type': 'refusals.code.packet_type',
  'second-connect': 'refusals.code.second_connect',
  'text-frame': 'refusals.code.text_frame',
  flood: 'refusals.code.flood',
} as const satisfies Record<RefusalCode, string>;
