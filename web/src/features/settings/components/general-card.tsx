import { useQuery } from '@tanstack/react-query';
import type { SettingsAnswer } from '../../../../../src/contract/system/settings.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { channelsInUse, nameChannels } from '../../../lib/channels-in-use.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** Settings from the server's start, which are only shown here. */
export function GeneralCard({ settings }: { settings: SettingsAnswer }) {
  const { t } = useTranslation();
  const { botToken, adminMessagingId } = settings;
  const { data: info } = useQuery(publicInfoQuery);
  const language = useLanguage();
  const sayOthers = () => {
    // Keeps the line's place until it is known, and says nothing before.
    if (info === undefined) return '\u00a0';
    const channels = nameChannels(channelsInUse(info), language);
    return channels === ''
      ? t('settings.general.bot_token_hint')
      : t('settings.general.bot_none', { channels });
  };
  return (
    <SettingsCard title={t('settings.general.title')} text={t('settings.general.text')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('settings.general.bot_token')}
          value={botToken ?? t('settings.general.not_set')}
          onChange={() => {}}
          isReadOnly
          isCode={botToken !== null}
          {...(botToken === null && { hint: sayOthers() })}
        />
        <TextField
          label={t('settings.general.admin_id')}
          value={adminMessagingId ?? t('settings.general.not_set')}
          onChange={() => {}}
          isReadOnly
          isCode={adminMessagingId !== null}
          // Without a bot nobody has one.
          {...(adminMessagingId === null &&
            botToken !== null && { hint: t('settings.general.admin_id_hint') })}
        />
      </div>
    </SettingsCard>
  );
}
