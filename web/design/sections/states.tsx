import { useSearch } from '@tanstack/react-router';
import { Ban, CircleCheck, Clock, Hourglass, KeyRound, Timer, ZapOff } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../src/components/ui/badge.tsx';
import { LiveMark } from '../../src/components/ui/connection-marks.tsx';
import { FilterTabs } from '../../src/components/ui/filter-tabs.tsx';
import { PowerStateMark } from '../../src/components/ui/power-legend.tsx';
import { SegmentedControl } from '../../src/components/ui/segmented-control.tsx';
import { StatCard, StatCards } from '../../src/components/ui/stat-card.tsx';
import { StatusDot } from '../../src/components/ui/status-dot.tsx';
import { Tabs } from '../../src/components/ui/tabs.tsx';
import { formatDuration } from '../../src/lib/format.ts';
import { readListSearch } from '../../src/lib/list-search.ts';
import { powerStates } from '../../src/lib/power-state.ts';
import { useLanguage } from '../../src/lib/use-language.ts';
import { Row, Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

const filters = ['all', 'online', 'offline'] as const;

export function StateSection() {
  const samples = useSamples();
  const language = useLanguage();
  const search = readListSearch(useSearch({ strict: false }), filters);
  const [period, setPeriod] = useState<'day' | 'month' | 'year' | 'all'>('month');
  const [tab, setTab] = useState<'events' | 'report'>('events');
  return (
    <Section title={samples.states}>
      <Row>
        {powerStates.map((state) => (
          <PowerStateMark key={state} state={state} className="mr-3 text-sm" />
        ))}
      </Row>
      <Row>
        <Badge tone="good" icon={CircleCheck}>
          {samples.available}
        </Badge>
        <Badge tone="warning" icon={Hourglass}>
          {samples.expiring}
        </Badge>
        <Badge tone="bad" icon={Clock}>
          {samples.expired}
        </Badge>
        <Badge tone="neutral" icon={Ban}>
          {samples.inactive}
        </Badge>
        <StatusDot status="online" label={samples.online} />
        <StatusDot status="offline" label={samples.offline} />
        <StatusDot status="unknown" label={samples.unknown} />
        <LiveMark state="live" />
        <LiveMark state="reconnecting" />
        <LiveMark state="offline" />
      </Row>
      <StatCards>
        <StatCard
          label={samples.total_keys}
          value="24"
          icon={KeyRound}
          tone="accent"
          hint={samples.available}
        />
        <StatCard label={samples.outages} value="7" icon={ZapOff} tone="bad" />
        <StatCard
          label={samples.longest}
          value={formatDuration(125 * 60_000, language)}
          icon={Timer}
          tone="info"
        />
        <StatCard label={samples.loading} value={undefined} icon={Timer} />
      </StatCards>
      <FilterTabs
        label={samples.devices}
        value={search.filter}
        tabs={[
          { value: 'all', label: samples.all, count: 1204 },
          { value: 'online', label: samples.online, count: 1190 },
          { value: 'offline', label: samples.offline, count: 14 },
        ]}
      />
      <SegmentedControl
        label={samples.period}
        className="max-w-md"
        value={period}
        onChange={setPeriod}
        options={[
          { value: 'day', label: samples.day },
          { value: 'month', label: samples.month },
          { value: 'year', label: samples.year },
          { value: 'all', label: samples.all },
        ]}
      />
      <Tabs
        label={samples.states}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'events', label: samples.outages, count: 7, panel: <p>{samples.sentence}</p> },
          { value: 'report', label: samples.chart, panel: <p>{samples.text}</p> },
        ]}
      />
    </Section>
  );
}
