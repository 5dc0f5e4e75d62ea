import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import type { DeviceSetup } from '../../../lib/device-setup.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  makeDeviceId,
  type OwnBoardCredentials,
  toDeviceId,
  useEnrolOwnBoard,
} from '../own-board.ts';

/** For a board with other firmware, which cannot enrol itself: what is to be pasted into it. */
export function OwnBoardCard({ setup }: { setup: DeviceSetup }) {
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
