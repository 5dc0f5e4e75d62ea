import { Card } from '../../src/components/ui/card.tsx';
import { CopyButton } from '../../src/components/ui/copy-button.tsx';
import { DateTime } from '../../src/components/ui/date-time.tsx';
import { Duration } from '../../src/components/ui/duration.tsx';
import { KeyValueList } from '../../src/components/ui/key-value-list.tsx';
import { Notice } from '../../src/components/ui/notice.tsx';
import { QrCode } from '../../src/components/ui/qr-code.tsx';
import { RelativeTime } from '../../src/components/ui/relative-time.tsx';
import { sampleNowMs } from '../sample-data.ts';
import { Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

export function FactSection() {
  const samples = useSamples();
  return (
    <Section title={samples.times}>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
        <Card className="px-5 py-2">
          <KeyValueList
            entries={[
              { term: samples.last_heartbeat, value: <RelativeTime time={Date.now() - 200_000} /> },
              { term: samples.expires, value: <DateTime time={sampleNowMs} show="date" /> },
              { term: samples.lasted, value: <Duration ms={125 * 60_000} /> },
              {
                term: samples.device_id,
                value: (
                  <span className="inline-flex items-center gap-1 font-mono">
                    fw-a1b2c3d4e5f6
                    <CopyButton text="fw-a1b2c3d4e5f6" what={samples.device_id} />
                  </span>
                ),
              },
            ]}
          />
        </Card>
        <QrCode value="https://t.me/faiwatch_bot" what={samples.bot} className="w-44" />
      </div>
    </Section>
  );
}

export function NoticeSection() {
  const samples = useSamples();
  return (
    <Section title={samples.feedback}>
      <Notice kind="info">{samples.notice_info}</Notice>
      <Notice kind="success" title={samples.notice_title}>
        {samples.notice_info}
      </Notice>
      <Notice kind="warning">{samples.notice_warning}</Notice>
      <Notice kind="error">{samples.notice_error}</Notice>
    </Section>
  );
}
