/**
 * The pages of the console that nobody needs in the first second, in one piece. They come after the first pages:
 * what they have in common with those is not split into small files, each of which the first page would wait for.
 */
import '../console-more-texts.ts';
import './console-pages.tsx';

export { AccountPage } from '../features/account/account-page.tsx';
export { KeysPage } from '../features/activation-keys/keys-page.tsx';
export { DevicesPage } from '../features/admin-devices/components/devices-page.tsx';
export { OutagesPage } from '../features/admin-devices/components/outages-page.tsx';
export { EventsPage } from '../features/admin-events/events-page.tsx';
export { AuditPage } from '../features/audit/audit-page.tsx';
export { ChannelsPage } from '../features/channels/channels-page.tsx';
export { ConsoleNotFound } from '../features/console/components/console-not-found.tsx';
export { ProofDialog } from '../features/console/components/proof-dialog.tsx';
export { CustomersPage } from '../features/customers/customers-page.tsx';
export { DeliveriesPage } from '../features/deliveries/deliveries-page.tsx';
export { ExtrasPage } from '../features/extras/extras-page.tsx';
export { JoinsPage } from '../features/joins/joins-page.tsx';
export { OperatorsPage } from '../features/operators/operators-page.tsx';
export { FrontPagePage } from '../features/settings/front-page-page.tsx';
export { PrivacySettingsPage } from '../features/settings/privacy-settings-page.tsx';
export { SetupSteps } from '../features/setup/setup-steps.tsx';
export { SystemPage } from '../features/system/system-page.tsx';
export { AdminCustomerPage } from './admin-customer-page.tsx';
export { AdminDevicePage } from './admin-device-page.tsx';
export { AdminSettingsPage } from './admin-settings-page.tsx';
export { ConsolePalette } from './console-palette.tsx';
