/** docs/home-assistant.md, its table of what the entities say: told by a server, read as Home Assistant reads. */
import { test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../../../scripts/bench/lib/report.ts';
import { repositoryDir } from '../../../scripts/lib/paths.ts';
import { batteryEntities, entityOf, type HomeSite, withHomeSite } from './testing/home-site.ts';

test('the table of the page is what Home Assistant is told', async () => {
  const rows = new Map<string, string[]>();
  const take = ({ app, assistant }: HomeSite) => {
    const prefix = entityOf(app, '…');
    for (const { platform, default_entity_id: id, name } of assistant.entities) {
      if (platform === 'button') continue;
      const said = assistant.state(id) ?? 'none';
      const short = id.replace(prefix, '…');
      const row = rows.get(short) ?? [`\`${short}\``, name ?? ''];
      rows.set(short, [...row, Number.isNaN(Date.parse(said)) ? said : 'a time']);
    }
  };

  await withHomeSite(async (site) => {
    take(site);
    await site.device.losesMains();
    await site.app.advance('6 s');
    await site.expectState('binary_sensor…_power', 'off');
    take(site);
    await site.press('button…_acknowledge');
    await site.app.advance('2 s');
    await site.expectState('sensor…_acknowledged_by', 'Home Assistant');
    take(site);
  });
  await withHomeSite(async (site) => {
    site.device.vanishes();
    await site.app.advance('30 s');
    await site.expectState('sensor…_cause', 'silent');
    for (const entity of batteryEntities) await site.expectState(entity, 'unavailable');
    take(site);
  });

  const situations = ['power on', 'mains lost', 'acknowledged there', 'contact lost'];
  const table = formatTable(['entity', 'name', ...situations], [...rows.values()]);
  const page = readFileSync(join(repositoryDir, 'docs/home-assistant.md'), 'utf8');
  if (!page.includes(table)) throw new Error(`The page has another table than:\n\n${table}\n`);
});
