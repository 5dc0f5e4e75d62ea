import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { StepCard } from '../../components/serial/step-card.tsx';
import { CheckboxField } from '../../components/ui/checkbox.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { PasswordField, TextAreaField, TextField } from '../../components/ui/text-field.tsx';
import { formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { NetworkPicker } from './network-picker.tsx';
import type { DeviceSession } from './session/device-session.ts';
import { deviceTypes } from './session/device-settings.ts';
import type { HeardNetwork, SessionState } from './session/session-state.ts';
import {
  type AuthorityFault,
  isPlainOutside,
  isThisComputer,
  type WifiFault,
} from './settings-rules.ts';
import type { SettingsForm } from './use-settings.ts';

const typeNames = {
  'esp32-s2-test': 'configure.type.test',
  'esp32-s2-mini': 'configure.type.mini',
  'esp32-c3-mini': 'configure.type.c3',
  'esp32-lilygo-t-display': 'configure.type.display',
} as const;

const faultWords = {
  name_missing: 'configure.wifi.name_missing',
  name_long: 'configure.wifi.name_long',
  password_missing: 'configure.wifi.password_missing',
  password_short: 'configure.wifi.password_short',
  password_long: 'configure.wifi.password_long',
} as const satisfies Record<WifiFault, string>;

const authorityWords = {
  not_pem: 'configure.server.authority_not_pem',
  long: 'configure.server.authority_long',
} as const satisfies Record<AuthorityFault, string>;

interface FormProps {
  form: SettingsForm;
  isDisabled: boolean;
}

interface SettingsCardProps extends FormProps {
  session: DeviceSession;
  state: SessionState;
}

/** Whose board, which one, and the Wi-Fi it is to join. */
export function SettingsCard({ form, isDisabled, session, state }: SettingsCardProps) {
  const { t } = useTranslation();
  const { settings, change, faults, isFilled, isTypeSuggested } = form;
  const password = useRef<HTMLElement>(null);
  const choose = ({ name, isOpen }: HeardNetwork) => {
    // The field is enabled before it gets the focus, which it is not after an open network; nothing typed is lost.
    flushSync(() => change({ wifiName: name, isOpenWifi: isOpen }));
    password.current?.focus();
  };
  const say = (fault: WifiFault | null) => (fault === null ? undefined : t(faultWords[fault]));
  return (
    <StepCard number={2} title={t('configure.settings.title')} isDone={isFilled}>
      <div className="grid gap-5 sm:grid-cols-2">
        <KeyValueList
          className="-mt-2 border-line border-b sm:col-span-2"
          entries={[
            { term: t('configure.settings.phone'), value: formatPhone(settings.phone) },
            {
              term: t('configure.settings.key'),
              value: <code className="font-mono text-xs">{settings.activationKey}</code>,
            },
          ]}
        />
        <SelectField
          className="sm:col-span-2"
          label={t('configure.type.label')}
          hint={
            <>
              <code className="font-mono">{settings.deviceType}</code> ·{' '}
              {isTypeSuggested ? t('configure.type.suggested') : t('configure.type.hint')}
            </>
          }
          options={deviceTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
          value={settings.deviceType}
          onChange={(deviceType) => change({ deviceType })}
          isDisabled={isDisabled}
        />
        <NetworkPicker
          state={state}
          chosen={settings.wifiName}
          onChoose={choose}
          onSearch={() => void session.searchNetworks()}
          isDisabled={isDisabled}
        />
        <TextField
          label={t('configure.wifi.name')}
          hint={
            state.link === 'closed'
              ? t('configure.wifi.name_hint_list')
              : t('configure.wifi.name_hint')
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
          label={t('configure.wifi.password')}
          error={say(faults.wifiPassword)}
          name="wifi-password"
          autoComplete="off"
          maxLength={64}
          value={settings.isOpenWifi ? '' : settings.wifiPassword}
          onChange={(wifiPassword) => change({ wifiPassword })}
          isDisabled={isDisabled || settings.isOpenWifi}
          inputRef={password}
          {...(settings.isOpenWifi && { hint: t('configure.wifi.no_password') })}
        />
        <ServerAddress form={form} isDisabled={isDisabled} />
      </div>
    </StepCard>
  );
}

/** Where the board finds this server. It matters only if this page came from the same computer. */
function ServerAddress({ form, isDisabled }: FormProps) {
  const { t } = useTranslation();
  const { settings, change, faults } = form;
  const isOwn = isThisComputer(settings.serverUrl);
  const isPlain = !isOwn && isPlainOutside(settings.serverUrl);
  return (
    <More
      title={t('configure.server.more')}
      className="-mb-2 sm:col-span-2"
      isOpen={
        isThisComputer(location.origin) ||
        isPlain ||
        faults.serverUrl !== null ||
        faults.authority !== null
      }
    >
      <TextField
        label={t('configure.server.label')}
        hint={t('configure.server.hint')}
        error={faults.serverUrl === null ? undefined : t('configure.server.wrong')}
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
          {t('configure.server.own')}
        </Notice>
      )}
      {isPlain && (
        <Notice kind="warning" className="mt-3" title={t('configure.server.plain')}>
          <p className="mt-1">{t('configure.server.plain_text')}</p>
          <CheckboxField
            className="mt-1"
            label={t('configure.server.allow_plain')}
            isChecked={settings.allowsPlain}
            onChange={(allowsPlain) => change({ allowsPlain })}
            isDisabled={isDisabled}
          />
        </Notice>
      )}
      <More
        title={t('configure.server.authority')}
        className="mt-1"
        isOpen={faults.authority !== null || settings.authority !== ''}
      >
        <TextAreaField
          label={t('configure.server.authority')}
          isLabelHidden
          hint={t('configure.server.authority_hint')}
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
          label={t('configure.server.authority_forget')}
          isChecked={settings.forgetsAuthority}
          onChange={(forgetsAuthority) => change({ forgetsAuthority })}
          isDisabled={isDisabled}
        />
      </More>
    </More>
  );
}

interface MoreProps {
  title: string;
  className: string;
  /** It opens by itself. */
  isOpen: boolean;
  children: ReactNode;
}

/** Fields that few people need, behind a press. */
function More({ title, className, isOpen, children }: MoreProps) {
  return (
    <details className={className} open={isOpen || undefined}>
      <summary className="-mx-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm px-2 text-muted text-sm hover:text-text">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform in-[details[open]>summary]:rotate-90"
        />
        {title}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
