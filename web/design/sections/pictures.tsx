import { useMemo, useState } from 'react';
import { BarChart } from '../../src/components/ui/bar-chart.tsx';
import { Card } from '../../src/components/ui/card.tsx';
import { PowerLegend } from '../../src/components/ui/power-legend.tsx';
import { PowerRibbon } from '../../src/components/ui/ribbon/power-ribbon.tsx';
import { SegmentedControl } from '../../src/components/ui/segmented-control.tsx';
import { formatDay, formatDuration, formatNumber } from '../../src/lib/format.ts';
import { useTranslation } from '../../src/lib/i18n.ts';
import { toPowerSegments } from '../../src/lib/power-state.ts';
import { useLanguage } from '../../src/lib/use-language.ts';
import { makeSpans, sampleDays, sampleNowMs } from '../sample-data.ts';
import { Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

const lengths = { day: 1, week: 7, month: 30, year: 365 };

export function RibbonSection() {
  const samples = useSamples();
  const { t } = useTranslation();
  const [period, setPeriod] = useState<keyof typeof lengths>('day');
  const days = lengths[period];
  const segments = useMemo(() => toPowerSegments(makeSpans(days)), [days]);
  return (
    <Section title={samples.ribbon}>
      <SegmentedControl
        label={samples.period}
        className="max-w-md"
        value={period}
        onChange={setPeriod}
        options={(['day', 'week', 'month', 'year'] as const).map((value) => ({
          value,
          label: samples[value],
        }))}
      />
      <Card className="p-5 sm:p-6">
        <PowerRibbon
          segments={segments}
          startMs={sampleNowMs - days * 86_400_000}
          endMs={sampleNowMs}
          label={t('ui.ribbon.of', { name: samples.name_value })}
          hasAxis
          hasLegend
        />
      </Card>
      <PowerLegend />
    </Section>
  );
}

export function ChartSection() {
  const samples = useSamples();
  const language = useLanguage();
  return (
    <Section title={samples.chart}>
      <Card className="p-5 sm:p-6">
        <BarChart
          title={samples.chart_title}
          labelHead={samples.date}
          valueHead={samples.count}
          formatValue={(value) => formatNumber(value, language)}
          bars={sampleDays.map(({ atMs, count, minutes }) => ({
            label: formatDay(atMs, language),
            value: count,
            detail: formatDuration(minutes * 60_000, language),
          }))}
        />
      </Card>
    </Section>
  );
}
