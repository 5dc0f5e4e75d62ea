/** The dashboard that comes along asks for figures that /metrics has. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '..');
const dashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});

test('every figure of the Grafana dashboard is one of /metrics', () => {
  const text = readFileSync(join(root, 'docs/grafana/faiwatch.json'), 'utf8');
  const { panels } = dashboardSchema.parse(JSON.parse(text));
  const source = readFileSync(join(root, 'src/main/metrics.ts'), 'utf8');
  const known = new Set(source.match(/(?<=')(?:faiwatch|process)_[a-z_]+(?=')/g));
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/(?:faiwatch|process)_[a-z_]+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});
