import {
  Bar,
  CartesianGrid,
  BarChart as Chart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { BarChartProps } from './bar-chart.tsx';

/** The drawing of `BarChart`, apart because of the weight of its library. */
export function BarChartCanvas({ bars, formatValue }: BarChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Chart
        data={[...bars]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="22%"
      >
        <CartesianGrid vertical={false} className="stroke-line" stroke="" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={false}
          interval="preserveStartEnd"
          minTickGap={10}
          tick={{ className: 'fill-muted text-xs' }}
          height={28}
        />
        <YAxis
          allowDecimals={false}
          // Never more than there are steps up to the highest.
          tickCount={Math.min(3, Math.max(1, ...bars.map(({ value }) => value))) + 1}
          tickLine={false}
          axisLine={false}
          width={44}
          tickFormatter={formatValue}
          tick={{ className: 'fill-muted text-xs tabular-nums' }}
        />
        <Tooltip
          cursor={{ className: 'fill-raised' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const bar: BarChartProps['bars'][number] | undefined = payload?.[0]?.payload;
            if (!active || !bar) return null;
            return (
              <div className="rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-float">
                <p className="text-muted">{bar.label}</p>
                <p className="font-semibold text-sm tabular-nums">{formatValue(bar.value)}</p>
                {bar.detail !== undefined && <p className="text-muted">{bar.detail}</p>}
              </div>
            );
          }}
        />
        <Bar
          dataKey="value"
          radius={[4, 4, 0, 0]}
          maxBarSize={44}
          isAnimationActive={false}
          className="fill-accent"
          fill=""
          minPointSize={(value) => (typeof value === 'number' && value > 0 ? 3 : 0)}
        />
      </Chart>
    </ResponsiveContainer>
  );
}
