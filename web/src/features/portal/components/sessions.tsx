import { EndOthersButton } from '../../../components/sessions/end-others-button.tsx';
import { SessionTable } from '../../../components/sessions/session-table.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Section } from './section.tsx';

// Not below the portal's own names: no message of the live stream tells of a log-in.
const audience = { api: customerApi, queryKey: ['customer'] };

/** Where this account is logged in, and the way to end each. */
export function Sessions() {
  const { t } = useTranslation();
  return (
    <Section title={t('sessions.title')}>
      <SessionTable audience={audience} />
      <div className="mt-3 empty:hidden">
        <EndOthersButton audience={audience} />
      </div>
    </Section>
  );
}
