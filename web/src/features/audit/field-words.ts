import type { TFunction } from 'i18next';

const words = {
  name: 'audit.field.name',
  phone: 'audit.field.phone',
  email: 'audit.field.email',
  lineId: 'audit.field.line_id',
  address: 'audit.field.address',
  telegramUsername: 'audit.field.telegram_username',
  language: 'audit.field.language',
  isActive: 'audit.field.is_active',
  siteName: 'audit.field.site_name',
  siteAddress: 'audit.field.site_address',
  alertEnabled: 'audit.field.alert_enabled',
  thresholdSeconds: 'audit.field.threshold',
  downtimeThresholdSeconds: 'audit.field.threshold',
  reminderSeconds: 'audit.field.reminder',
  reminderIntervalSeconds: 'audit.field.reminder',
  alertOnRecovery: 'audit.field.alert_on_recovery',
  mutedUntil: 'audit.field.muted_until',
  keyCode: 'audit.field.key_code',
  customerId: 'audit.field.customer',
  deviceId: 'audit.field.device',
  unboundKeys: 'audit.field.unbound_keys',
  notes: 'audit.field.notes',
  activatedAt: 'audit.field.activated_at',
  expiresAt: 'audit.field.expires_at',
  createdAt: 'audit.field.created_at',
  createdBy: 'audit.field.created_by',
  months: 'audit.field.months',
  count: 'audit.field.count',
  purchaseType: 'audit.field.purchase_type',
  deviceType: 'audit.field.device_type',
  price: 'audit.field.price',
  heartbeatTimeout: 'audit.field.heartbeat_timeout',
  recoveryDelay: 'audit.field.recovery_delay',
  priceS2Mini: 'audit.field.price_s2_mini',
  priceTDisplay: 'audit.field.price_t_display',
  priceKeyOnly: 'audit.field.price_key_only',
  priceRenewal: 'audit.field.price_renewal',
  keyValidityYears: 'audit.field.key_validity_years',
  bytes: 'audit.field.bytes',
  status: 'audit.field.status',
  recipient: 'audit.field.recipient',
  chat: 'audit.field.recipient',
  last_error: 'audit.field.last_error',
  retried: 'audit.field.retried',
  by: 'audit.field.by',
  proof: 'audit.field.proof',
  channel: 'audit.field.channel',
  identity: 'audit.field.identity',
  changed: 'audit.field.changed',
  role: 'audit.field.role',
  oidcUsername: 'audit.field.oidc_username',
  requireSecondFactor: 'audit.field.require_second_factor',
  vouchedKeys: 'audit.field.vouched_keys',
  questionedKeys: 'audit.field.questioned_keys',
  disconnectedChats: 'audit.field.disconnected_chats',
} as const;

/** What a field is called; one of a later release by its own name. */
export function describeField(name: string, t: TFunction): string {
  return isKnown(name) ? t(words[name]) : name;
}

function isKnown(name: string): name is keyof typeof words {
  return Object.hasOwn(words, name);
}
