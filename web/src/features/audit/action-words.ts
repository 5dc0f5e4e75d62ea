import type { TFunction } from 'i18next';

const words = {
  'admin.change-password': 'audit.action.admin_change_password',
  'admin.create': 'audit.action.admin_create',
  'admin.reset-password': 'audit.action.admin_reset_password',
  'admin.edit': 'audit.action.admin_edit',
  'admin.delete': 'audit.action.admin_delete',
  'admin.add-totp': 'audit.action.admin_add_totp',
  'admin.remove-totp': 'audit.action.admin_remove_totp',
  'admin.renew-recovery-codes': 'audit.action.admin_renew_recovery_codes',
  'admin.add-passkey': 'audit.action.admin_add_passkey',
  'admin.remove-passkey': 'audit.action.admin_remove_passkey',
  'session.end-all': 'audit.action.session_end_all',
  'session.end': 'audit.action.session_end',
  'settings.save': 'audit.action.settings_save',
  'settings.privacy': 'audit.action.settings_privacy',
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
  'device.edit': 'audit.action.device_edit',
  'device.enrol': 'audit.action.device_enrol',
  'device.take-credentials': 'audit.action.device_take_credentials',
  'device.mute': 'audit.action.device_mute',
  'device.release': 'audit.action.device_release',
  'device.rename': 'audit.action.device_rename',
  'device.show-setup-network': 'audit.action.device_show_setup_network',
  'recipient.register': 'audit.action.recipient_register',
  'recipient.create-link': 'audit.action.recipient_create_link',
  'recipient.disconnect': 'audit.action.recipient_disconnect',
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
  'notification.retry': 'audit.action.notification_retry',
  'notification.retry-all': 'audit.action.notification_retry_all',
  'outage.acknowledge': 'audit.action.outage_acknowledge',
  'backup.create': 'audit.action.backup_create',
  'backup.download': 'audit.action.backup_download',
  'backup.restore': 'audit.action.backup_restore',
  'backup.prune': 'audit.action.backup_prune',
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
