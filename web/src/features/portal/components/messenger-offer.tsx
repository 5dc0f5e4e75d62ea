import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/ui/card.tsx';
import { MessengerConnect } from './messenger-connect.tsx';
import { Section } from './section.tsx';

/** While nobody can be told: the way to connect a chat. */
export function MessengerOffer() {
  const { t } = useTranslation();
  return (
    <Section title={t('messenger.connect.title')}>
      <Card className="p-5 sm:p-6">
        <MessengerConnect />
      </Card>
    </Section>
  );
}
