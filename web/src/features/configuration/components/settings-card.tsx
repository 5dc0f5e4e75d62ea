import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StepCard } from '../../../components/serial/step-card.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextAreaField } from '../../../components/ui/text-area-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { formatPhone } from '../../../lib/format.ts';
import type { AuthorityFault } from '../own-authority.ts';
import { isPlainOutside, isThisComputer } from '../server-address.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { deviceTypes } from '../session/device-settings.ts';
import type { HeardNetwork } from '../session/heard-network.ts';
import type { SessionState } from '../session/session-state.ts';
import type { SettingsForm } from '../use-settings.ts';
import type { WifiFault } from '../wifi-rules.ts';
import { NetworkPicker } from './network-picker.tsx';

const typeNames = {
  'esp32-s2-test': 'flash.type.test',
  'esp32-s2-mini': 'flash.type.mini',
  'esp32-c3-mini': 'flash.type.c3',
  'esp32-lilygo-t-display': 'flash.type.display',
} as const;

const faultWords = {
  name_missing: 'flash.wifi.name_missing',
  name_long: 'flash.wifi.name_long',
  password_missing: 'flash.wifi.password_missing',
  password_short: 'flash.wifi.password_short',
  password_long: 'flash.wifi.password_long',
} as const satisfies Record<WifiFault, string>;

const authorityWords = {
  not_pem: 'flash.server.authority_not_pem',
  long: 'flash.server.authority_long',
} as const satisfies Record<AuthorityFault, string>;

interface FormProps {
  form: SettingsForm;
  isDisabled: boolean;
}

interface SettingsCardProps extends FormProps {
  session: DeviceSession;
  state: SessionState;
}

/** Which board, whose, and the Wi-Fi it is to join. */
export function SettingsCard({ form, isDisabled, session, state }: SettingsCardProps) {
  const { t } = useTranslation();
  const { settings, change, faults, isFilled, isTypeSuggested } = form;
  const password = useRef<HTMLElement>(null);
  const choose = ({ name, isOpen }: HeardNetwork) => {
    change({ wifiName: name, isOpenWifi: isOpen });
    // Once it can be typed into: after an open network it cannot yet.
    requestAnimationFrame(() => password.current?.focus());
  };
  const say = (fault: WifiFault | null) => (fault === null ? undefined : t(faultWords[fault]));
  return (
    <StepCard number={1} title={t('flash.settings.title')} isDone={isFilled}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          className="sm:col-span-2"
          label={t('flash.type.label')}
          hint={
            <>
              <code className="font-mono">{settings.deviceType}</code> ·{' '}
              {isTypeSuggested ? t('flash.type.suggested') : t('flash.type.hint')}
            </>
          }
          options={deviceTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
          value={settings.deviceType}
          onChange={(deviceType) => change({ deviceType })}
          isDisabled={isDisabled}
        />
        <TextField
          label={t('flash.settings.phone')}
          value={formatPhone(settings.phone)}
          onChange={() => {}}
          isReadOnly
        />
        <TextField
          label={t('flash.settings.key')}
          value={settings.activationKey}
          onChange={() => {}}
          isReadOnly
          isCode
        />
        <NetworkPicker
          state={state}
          chosen={settings.wifiName}
          onChoose={choose}
          onSearch={() => void session.searchNetworks()}
          isDisabled={isDisabled}
        />
        <TextField
          label={t('flash.wifi.name')}
          hint={
            state.link === 'closed' ? t('flash.wifi.name_hint_list') : t('flash.wifi.name_hint')
          }
          error={say(faults.wifiName)}
          name="wifi-name"
          autoComplete="off"
          maxLength={64}
          value={settings.wifiName}
          onChange={(wifiName) => change({ wifiName })}
          isDisabled={isDisabled}
        />
        <PasswordField
          label={t('flash.wifi.password')}
          error={say(faults.wifiPassword)}
          name="wifi-password"
          autoComplete="off"
          maxLength={64}
          value={settings.isOpenWifi ? '' : settings.wifiPassword}
          onChange={(wifiPassword) => change({ wifiPassword })}
          isDisabled={isDisabled || settings.isOpenWifi}
          inputRef={password}
          {...(settings.isOpenWifi && { hint: t('flash.wifi.no_password') })}
        />
        <ServerAddress form={form} isDisabled={isDisabled} />
      </div>
    </StepCard>
  );
}

/** Where the board finds this server: only a matter where this page came from the same computer. */
function ServerAddress({ form, isDisabled }: FormProps) {
  const { t } = useTranslation();
  const { settings, change, faults } = form;
  const isOwn = isThisComputer(settings.serverUrl);
  const isPlain = !isOwn && isPlainOutside(settings.serverUrl);
  return (
    <details
      className="group -mb-2 sm:col-span-2"
      open={
        isThisComputer(location.origin) ||
        isPlain ||
        faults.serverUrl !== null ||
        faults.authority !== null ||
        undefined
      }
    >
      <summary className="-mx-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm px-2 text-muted text-sm hover:text-text">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-90"
        />
        {t('flash.server.more')}
      </summary>
      <div className="pt-1 pb-2">
        <TextField
          label={t('flash.server.label')}
          hint={t('flash.server.hint')}
          error={faults.serverUrl === null ? undefined : t('flash.server.wrong')}
          name="server-url"
          autoComplete="off"
          inputMode="url"
          maxLength={128}
          value={settings.serverUrl}
          onChange={(serverUrl) => change({ serverUrl })}
          isDisabled={isDisabled}
        />
        {isOwn && (
          <Notice kind="warning" className="mt-3">
            {t('flash.server.own')}
          </Notice>
        )}
        {isPlain && (
          <Notice kind="warning" className="mt-3" title={t('flash.server.plain')}>
            <p className="mt-1">{t('flash.server.plain_text')}</p>
            <CheckboxField
              className="mt-1"
              label={t('flash.server.allow_plain')}
              isChecked={settings.allowsPlain}
              onChange={(allowsPlain) => change({ allowsPlain })}
              isDisabled={isDisabled}
            />
          </Notice>
        )}
        <TextAreaField
          className="mt-5"
          label={t('flash.server.authority')}
          hint={t('flash.server.authority_hint')}
          error={faults.authority === null ? undefined : t(authorityWords[faults.authority])}
          name="server-ca"
          maxLength={8192}
          value={settings.authority}
          onChange={(authority) => change({ authority })}
          isDisabled={isDisabled || settings.forgetsAuthority}
          isOptional
        />
        <CheckboxField
          className="mt-1"
          label={t('flash.server.authority_forget')}
          isChecked={settings.forgetsAuthority}
          onChange={(forgetsAuthority) => change({ forgetsAuthority })}
          isDisabled={isDisabled}
        />
      </div>
    </details>
  );
}
