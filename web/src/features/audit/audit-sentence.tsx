import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { AuditEntryAnswer } from '../../../../src/contract/people/audit.ts';
import { CustomerLink, DeviceLink, linkClasses } from '../../components/console/links.tsx';
import { channelWords } from '../../lib/console/channel-words.ts';
import { nameActor } from '../../lib/console/name-actor.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** `Nok renamed a device: Kitchen`; who and what lead to their pages. */
export function AuditSentence({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const action = describeAction(entry.action, t);
  return (
    <span className="block font-normal">
      <ActorName entry={entry} /> {action.charAt(0).toLowerCase() + action.slice(1)}
      <span className="block">
        <SubjectName entry={entry} />
      </span>
    </span>
  );
}

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
function ActorName({ entry }: { entry: AuditEntryAnswer }) {
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
function SubjectName({ entry }: { entry: AuditEntryAnswer }) {
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

const words = {
  'admin.change-password': 'audit.action.admin_change_password',
  'admin.create': 'audit.action.admin_create',
  'admin.reset-password': 'audit.action.admin_reset_password',
  'admin.edit': 'audit.action.admin_edit',
  'admin.delete': 'audit.action.admin_delete',
  'admin.link-oidc': 'audit.action.admin_link_oidc',
  'admin.add-totp': 'audit.action.admin_add_totp',
  'admin.remove-totp': 'audit.action.admin_remove_totp',
  'admin.renew-recovery-codes': 'audit.action.admin_renew_recovery_codes',
  'admin.add-passkey': 'audit.action.admin_add_passkey',
  'admin.remove-passkey': 'audit.action.admin_remove_passkey',
  'session.create-link': 'audit.action.session_create_link',
  'session.end-all': 'audit.action.session_end_all',
  'session.end': 'audit.action.session_end',
  'settings.save': 'audit.action.settings_save',
  'settings.privacy': 'audit.action.settings_privacy',
  'settings.shop': 'audit.action.settings_shop',
  'settings.extras': 'audit.action.settings_extras',
  'server.restart': 'audit.action.server_restart',
  'customer.add': 'audit.action.customer_add',
  'customer.edit': 'audit.action.customer_edit',
  'customer.profile': 'audit.action.customer_profile',
  'customer.delete': 'audit.action.customer_delete',
  'customer.erase': 'audit.action.customer_erase',
  'customer.prove-phone': 'audit.action.customer_prove_phone',
  'customer.take-out-data': 'audit.action.customer_take_out_data',
  'customer.request-deletion': 'audit.action.customer_request_deletion',
  'customer.withdraw-deletion': 'audit.action.customer_withdraw_deletion',
  'device.alert-settings': 'audit.action.device_alert_settings',
  'device.delete': 'audit.action.device_delete',
  'device.delete-past': 'audit.action.device_delete_past',
  'device.edit': 'audit.action.device_edit',
  'device.enrol': 'audit.action.device_enrol',
  'device.take-credentials': 'audit.action.device_take_credentials',
  'device.mute': 'audit.action.device_mute',
  'device.place': 'audit.action.device_place',
  'device.release': 'audit.action.device_release',
  'device.rename': 'audit.action.device_rename',
  'device.speak-name': 'audit.action.device_speak_name',
  'device.unspeak-name': 'audit.action.device_unspeak_name',
  'device.show-setup-network': 'audit.action.device_show_setup_network',
  'home.open': 'audit.action.home_open',
  'home.close': 'audit.action.home_close',
  'home.publish': 'audit.action.home_publish',
  'home.unpublish': 'audit.action.home_unpublish',
  'token.create': 'audit.action.token_create',
  'token.scopes': 'audit.action.token_scopes',
  'token.revoke': 'audit.action.token_revoke',
  'recipient.register': 'audit.action.recipient_register',
  'recipient.say-who-logs-in': 'audit.action.recipient_say_who_logs_in',
  'recipient.create-link': 'audit.action.recipient_create_link',
  'recipient.disconnect': 'audit.action.recipient_disconnect',
  'outage-calendar.add': 'audit.action.outage_calendar_add',
  'outage-calendar.remove': 'audit.action.outage_calendar_remove',
  'recipient.renew-secret': 'audit.action.recipient_renew_secret',
  'operator-recipient.add': 'audit.action.operator_recipient_add',
  'operator-recipient.remove': 'audit.action.operator_recipient_remove',
  'operator-recipient.renew-secret': 'audit.action.operator_recipient_renew_secret',
  'planned-time.add': 'audit.action.planned_time_add',
  'planned-time.cancel': 'audit.action.planned_time_cancel',
  'report.share': 'audit.action.report_share',
  'report.unshare': 'audit.action.report_unshare',
  'recipient.edit': 'audit.action.recipient_edit',
  'calendar.open': 'audit.action.calendar_open',
  'calendar.close': 'audit.action.calendar_close',
  'contact.add': 'audit.action.contact_add',
  'contact.edit': 'audit.action.contact_edit',
  'contact.remove': 'audit.action.contact_remove',
  'join.ask': 'audit.action.join_ask',
  'join.accept': 'audit.action.join_accept',
  'join.refuse': 'audit.action.join_refuse',
  'key.create': 'audit.action.key_create',
  'key.edit': 'audit.action.key_edit',
  'key.bind': 'audit.action.key_bind',
  'key.transfer': 'audit.action.key_transfer',
  'key.renew': 'audit.action.key_renew',
  'key.revoke': 'audit.action.key_revoke',
  'key.delete': 'audit.action.key_delete',
  'key.show': 'audit.action.key_show',
  'key.replace-code': 'audit.action.key_replace_code',
  'notification.retry': 'audit.action.notification_retry',
  'notification.retry-all': 'audit.action.notification_retry_all',
  'outage.acknowledge': 'audit.action.outage_acknowledge',
  'outage.remind': 'audit.action.outage_remind',
  'backup.create': 'audit.action.backup_create',
  'backup.download': 'audit.action.backup_download',
  'backup.restore': 'audit.action.backup_restore',
  'backup.prune': 'audit.action.backup_prune',
  'channel.save': 'audit.action.channel_save',
  'channel.remove': 'audit.action.channel_remove',
  'alert.test': 'audit.action.alert_test',
  'channel.test': 'audit.action.channel_test',
  'messenger.connect': 'audit.action.messenger_connect',
  'messenger.disconnect': 'audit.action.messenger_disconnect',
  'setup.save': 'audit.action.setup_save',
  'setup.dismiss': 'audit.action.setup_dismiss',
  'setup.bring-back': 'audit.action.setup_bring_back',
  'setup.simulate': 'audit.action.setup_simulate',
  'firmware.add': 'audit.action.firmware_add',
  'firmware.roll-out': 'audit.action.firmware_roll_out',
  'firmware.remove': 'audit.action.firmware_remove',
} as const;

/** What was done, in words; an action of a later release by its own name. */
export function describeAction(action: string, t: TFunction): string {
  return isKnown(action) ? t(words[action]) : action;
}

function isKnown(action: string): action is keyof typeof words {
  return Object.hasOwn(words, action);
}
