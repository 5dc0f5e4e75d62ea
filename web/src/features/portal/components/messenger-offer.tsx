import { useLayoutEffect, useRef } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { MessengerConnect, type MessengerConnectProps } from './messenger-connect.tsx';
import { Section } from './section.tsx';

/** While nobody can be told: the way to connect a chat. Once it is gone, the focus goes to who is told. */
export function MessengerOffer({ Webhook }: Pick<MessengerConnectProps, 'Webhook'>) {
  const { t } = useTranslation();
  const offer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const within = offer.current;
    return () => {
      if (within?.contains(document.activeElement) !== true) return;
      queueMicrotask(() =>
        (document.getElementById('told') ?? document.getElementById('main'))?.focus(),
      );
    };
  }, []);
  return (
    <div ref={offer}>
      <Section title={t('messenger.connect.title')}>
        <Card className="p-5 sm:p-6">
          <MessengerConnect Webhook={Webhook} />
        </Card>
      </Section>
    </div>
  );
}
