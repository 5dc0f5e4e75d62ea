import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { EndOthersButton } from '../../../components/sessions/end-others-button.tsx';
import { SessionTable } from '../../../components/sessions/session-table.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { useTranslation } from '../../../lib/i18n.ts';

const audience = { api: adminApi, queryKey: consoleKey };

export function SessionsCard() {
  const { t } = useTranslation();
  return (
    <SettingsCard title={t('sessions.title')} text={t('sessions.text')}>
      <SessionTable audience={audience} />
      <div className="mt-4 empty:hidden">
        <EndOthersButton audience={audience} />
      </div>
    </SettingsCard>
  );
}
