import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from '../../components/ui/toast.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useForgetLinks } from './api/create-messenger-link.ts';
import { statsQuery } from './api/get-stats.ts';

/** Says on whatever page that one more chat can be reached, and gives up the link that it used. */
export function useChatNews(): void {
  const { t } = useTranslation();
  const forgetLinks = useForgetLinks();
  const { data } = useQuery(statsQuery);
  const chats = data?.messenger.connected;
  const before = useRef(chats);
  useEffect(() => {
    const isNew = chats !== undefined && before.current !== undefined && chats > before.current;
    before.current = chats;
    if (!isNew) return;
    forgetLinks();
    toast.success(t('messenger.connected'));
  }, [chats, forgetLinks, t]);
}
