import { Link } from '@tanstack/react-router';
import type { AuditEntryAnswer } from '../../../../../src/contract/people/audit.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { linkClasses } from '../../../components/console/link-classes.ts';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { nameActor } from '../../../lib/console/name-actor.ts';
import { useTranslation } from '../../../lib/i18n.ts';

interface Named {
  kind: string;
  name: string;
}

/** `admin:nok` → who and what they are. */
function split(text: string): Named {
  const colon = text.indexOf(':');
  return colon < 0
    ? { kind: text, name: '' }
    : { kind: text.slice(0, colon), name: text.slice(colon + 1) };
}

/** Who did it, in a word. */
export function ActorName({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const { actor, actor_name: called } = entry;
  const { kind, name } = split(actor);
  switch (kind) {
    case 'customer':
      return (
        <CustomerLink id={Number(name)} name={called ?? t('audit.actor.customer', { id: name })} />
      );
    case 'device':
      return <DeviceLink id={name} name={called ?? name} />;
    default:
      return <b className="wrap-anywhere">{nameActor(actor, t)}</b>;
  }
}

/** What it was done to, leading there. */
export function SubjectName({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const { subject, subject_name: called, subject_device_id: deviceId } = entry;
  const { kind, name } = split(subject);
  if (kind === 'customer' && name !== '') {
    return (
      <CustomerLink id={Number(name)} name={called ?? t('audit.actor.customer', { id: name })} />
    );
  }
  if (kind === 'outage') {
    return deviceId === null ? (
      t('audit.subject.outage', { id: name })
    ) : (
      <DeviceLink id={deviceId} name={called ?? deviceId} />
    );
  }
  if (kind === 'channel' && name in channelWords) {
    return t(channelWords[name as keyof typeof channelWords]);
  }
  if (kind === 'notification') return t('audit.subject.notification', { id: name });
  const device = kind === 'device' ? name : subject;
  if (/^fw-[0-9a-f]{12}$/.test(device)) return <DeviceLink id={device} name={called ?? device} />;
  // The action's name already tells it.
  if (subject === 'settings' || subject === 'notifications') return null;
  if (isKey(subject)) {
    return (
      <>
        <Link to="/admin/keys" search={{ q: subject }} className={linkClasses}>
          <code className="whitespace-nowrap font-mono text-xs">{subject}</code>
        </Link>
        {called !== null && <span className="text-muted"> · {called}</span>}
      </>
    );
  }
  return <code className="wrap-anywhere font-mono text-xs">{subject}</code>;
}

function isKey(text: string): boolean {
  return /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/.test(text);
}
