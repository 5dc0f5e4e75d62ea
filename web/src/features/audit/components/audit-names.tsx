import { useTranslation } from 'react-i18next';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { classNames } from '../../../lib/class-names.ts';

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

/** Who did it. */
export function ActorName({ actor }: { actor: string }) {
  const { t } = useTranslation();
  const { kind, name } = split(actor);
  switch (kind) {
    case 'admin':
      return <Person name={name} what={t('audit.actor.admin')} />;
    case 'customer':
      return <CustomerLink id={Number(name)} name={t('audit.actor.customer', { id: name })} />;
    case 'device':
      return <DeviceLink id={name} name={name} />;
    case 'bot':
      return <Person name={t('audit.actor.bot')} what={name} />;
    case 'cli':
      return t('audit.actor.cli');
    case 'first start':
      return t('audit.actor.first_start');
    default:
      return actor;
  }
}

function Person({ name, what }: { name: string; what: string }) {
  return (
    <>
      <span className="block break-words font-semibold">{name}</span>
      <span className="block text-muted text-xs">{what}</span>
    </>
  );
}

/** What it was done to. */
export function SubjectName({ subject }: { subject: string }) {
  const { t } = useTranslation();
  const { kind, name } = split(subject);
  if (kind === 'customer' && name !== '') {
    return <CustomerLink id={Number(name)} name={t('audit.actor.customer', { id: name })} />;
  }
  if (kind === 'outage') return t('audit.subject.outage', { id: name });
  if (kind === 'notification') return t('audit.subject.notification', { id: name });
  if (/^fw-[0-9a-f]{12}$/.test(subject)) return <DeviceLink id={subject} name={subject} />;
  // The action says it already.
  if (subject === 'settings' || subject === 'notifications') return null;
  // A key fits into a line; the name of a file does not.
  const isKey = /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/.test(subject);
  return (
    <code
      className={classNames('break-words font-mono text-xs', isKey && 'in-table:whitespace-nowrap')}
    >
      {subject}
    </code>
  );
}
