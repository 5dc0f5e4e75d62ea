import { Link, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { BackLinkText, backLinkClasses } from '../../components/console/back-link.tsx';
import { PublicLayout } from '../../components/layout/public-layout.tsx';
import { NoSerial } from '../../components/serial/serial-notices.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Fold } from '../../components/ui/fold.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { OverlayProvider } from '../../components/ui/overlay-provider.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { type DeviceSetup, readDeviceSetup } from '../../lib/device-setup.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { findSerial } from '../../lib/serial/web-serial.ts';
import {
  makeDeviceId,
  type OwnBoardCredentials,
  toDeviceId,
  useEnrolOwnBoard,
} from './own-board.ts';
import { useLogInAgain, Workbench } from './workbench.tsx';

/** Configures a board over its cable. */
export function ConfigurePage() {
  const { t } = useTranslation();
  const [setup] = useState(readDeviceSetup);
  const [support] = useState(() => findSerial());
  const { connect = false } = useSearch({ from: '/customer/flash' });
  // The route lets nobody in without it.
  if (setup === null) return null;
  return (
    <OverlayProvider>
      <PublicLayout>
        <div className="mx-auto w-full max-w-6xl px-4 pt-2 pb-12 sm:px-6 sm:pt-4">
          <PageHeader
            title={t('configure.title')}
            text={t('configure.lead')}
            back={
              <Link to="/customer/dashboard" className={backLinkClasses}>
                <BackLinkText>{t('configure.back')}</BackLinkText>
              </Link>
            }
          />
          {support.serial === null ? (
            <OtherWay reason={support.reason} setup={setup} />
          ) : (
            <Workbench serial={support.serial} setup={setup} isBoardAtHand={connect} />
          )}
          <div className="mt-5 max-w-3xl">
            <OwnBoardCard setup={setup} />
          </div>
        </div>
      </PublicLayout>
    </OverlayProvider>
  );
}

/** For a board with other firmware, which cannot enrol itself: what is to be pasted into it. */
function OwnBoardCard({ setup }: { setup: DeviceSetup }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(makeDeviceId);
  const [isTried, setTried] = useState(false);
  const { data, error, mutate, isPending } = useEnrolOwnBoard(setup);
  const deviceId = toDeviceId(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (deviceId !== null) mutate(deviceId);
  };
  return (
    <Fold title={t('configure.own.title')}>
      <p className="text-muted text-sm">{t('configure.own.text')}</p>
      {data === undefined ? (
        <form noValidate onSubmit={submit} className="mt-4 grid justify-items-start gap-4">
          <TextField
            className="w-full max-w-sm"
            label={t('configure.own.id')}
            hint={t('configure.own.id_hint')}
            error={isTried && deviceId === null ? t('configure.own.id_wrong') : undefined}
            value={typed}
            onChange={setTyped}
            maxLength={40}
            autoComplete="off"
            isCode
          />
          {error !== null && (
            <Notice kind="error" title={t('configure.own.failed')}>
              {describeError(error, t)}
            </Notice>
          )}
          <Button type="submit" look="secondary" isBusy={isPending}>
            {t('configure.own.action')}
          </Button>
        </form>
      ) : (
        <Credentials credentials={data} />
      )}
    </Fold>
  );
}

function Credentials({ credentials }: { credentials: OwnBoardCredentials }) {
  const { t } = useTranslation();
  const { deviceId, device_token: token, mqtt } = credentials;
  const { hostname, origin } = location;
  const copied = (term: string, text: string) => ({
    term,
    value: (
      <span className="-my-2 flex items-center gap-1">
        <code className="break-all font-mono text-xs">{text}</code>
        <CopyButton text={text} what={term} />
      </span>
    ),
  });
  const door =
    mqtt.port === null
      ? copied(t('configure.own.web_socket'), `${origin.replace(/^http/, 'ws')}${mqtt.path}`)
      : copied(
          mqtt.tls ? t('configure.own.tls') : t('configure.own.broker'),
          `${hostname}:${mqtt.port}`,
        );
  return (
    <div role="status" className="mt-4">
      <Notice kind="warning" title={t('configure.own.once')}>
        {t('configure.own.once_text')}
      </Notice>
      <KeyValueList
        className="mt-3"
        entries={[
          door,
          copied(t('configure.own.user'), deviceId),
          copied(t('configure.own.token'), token),
          copied(t('configure.own.topic'), `faiwatch/v1/${deviceId}/heartbeat`),
        ]}
      />
    </div>
  );
}

interface OtherWayProps {
  reason: 'unsupported' | 'insecure';
  setup: DeviceSetup;
}

/** For a browser that cannot use the cable: which one can, and how it goes without a cable. */
function OtherWay({ reason, setup }: OtherWayProps) {
  const { t } = useTranslation();
  useLogInAgain(false);
  const steps = [t('configure.other.join'), t('configure.other.fill'), t('configure.other.wait')];
  return (
    <div className="mt-6 grid max-w-3xl gap-5">
      <NoSerial reason={reason} page={location.href} />
      <Card className="p-5 sm:p-6">
        <h2 className="font-semibold text-lg">{t('configure.other.title')}</h2>
        <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <KeyValueList
          className="mt-4 border-line border-t"
          entries={[
            {
              term: t('configure.settings.key'),
              value: (
                <span className="flex items-center gap-1">
                  <code className="break-all font-mono">{setup.activationKey}</code>
                  <CopyButton text={setup.activationKey} what={t('configure.settings.key')} />
                </span>
              ),
            },
            { term: t('configure.settings.phone'), value: formatPhone(setup.phone) },
          ]}
        />
      </Card>
    </div>
  );
}
