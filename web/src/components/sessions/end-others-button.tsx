import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Audience } from '../../lib/sessions/audience.ts';
import { useEndSessions } from '../../lib/sessions/end-sessions.ts';
import { sessionsQuery } from '../../lib/sessions/list-sessions.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

/** Ends every own session but the one that asks. */
export function EndOthersButton({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { data: sessions = [] } = useQuery(sessionsQuery(audience));
  const end = useEndSessions(audience);
  const others = sessions.filter((session) => !session.is_current);
  const count = others.length;
  return (
    <>
      {count > 0 && (
        <Button
          look="secondary"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={() => setIsAsking(true)}
        >
          {t('sessions.end_others')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('sessions.end_others_title', { count })}
        description={t('sessions.end_others_text')}
        action={t('sessions.end_others')}
        isDestructive
        onConfirm={async () => {
          await end.mutateAsync(others.map(({ id }) => id));
          toast.success(t('sessions.others_ended'));
        }}
      />
    </>
  );
}
