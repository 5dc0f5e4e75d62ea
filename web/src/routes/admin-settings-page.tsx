import { PasswordCard } from '../features/account/password-card.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';

/** The settings, and the own password. */
export function AdminSettingsPage() {
  return (
    <SettingsPage>
      <PasswordCard />
    </SettingsPage>
  );
}
