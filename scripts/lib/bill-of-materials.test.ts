import { expect, test } from 'bun:test';
import { z } from 'zod';
import { keepShipped, makeBillOfMaterials } from './bill-of-materials.ts';

test('of the tools only those are shipped that the pages name, and Bun', () => {
  const manifest = {
    dependencies: { elysia: '1' },
    devDependencies: { bun: '1', react: '2', '@font/plex': '3', 'react-dom': '4', biome: '5' },
  };
  const pages = ["import { useState } from 'react';", '<link href="@font/plex/files/a.woff2">'];
  expect(keepShipped(manifest, pages)).toEqual({
    dependencies: { elysia: '1', bun: '1', react: '2', '@font/plex': '3' },
    devDependencies: {},
  });
});

test('the bill names what the server and the pages are made of, and no tool', async () => {
  const bill = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({ component: z.object({ name: z.literal('faiwatch') }) }),
      components: z.array(z.object({ name: z.string() })),
    })
    .parse(JSON.parse(await makeBillOfMaterials()));
  const names = bill.components.map(({ name }) => name);
  for (const shipped of ['elysia', 'memoirist', 'react', 'tailwindcss', 'bun']) {
    expect(names).toContain(shipped);
  }
  for (const tool of ['lighthouse', 'typescript', 'fast-check']) expect(names).not.toContain(tool);
}, 60_000);
