import type { TFunction } from 'i18next';

/** Who changed something, in words, from what the server keeps: `admin:nok`, `token:billing`, `cli`. */
export function nameActor(actor: string, t: TFunction): string {
  const colon = actor.indexOf(':');
  const kind = colon < 0 ? actor : actor.slice(0, colon);
  const name = colon < 0 ? '' : actor.slice(colon + 1);
  switch (kind) {
    case 'admin':
      return name;
    case 'token':
      return t('audit.actor.token', { name });
    case 'customer':
      return t('audit.actor.customer', { id: name });
    case 'bot':
      return name === '' ? t('audit.actor.bot') : t('audit.actor.chat', { id: name });
    case 'home':
      return name === 'operator'
        ? t('audit.actor.home_operator')
        : t('audit.actor.home', { id: name });
    case 'cli':
      return t('audit.actor.cli');
    case 'first start':
      return t('audit.actor.first_start');
    case 'schedule':
      return t('audit.actor.schedule');
    default:
      return actor;
  }
}
