/** A thread that draws: on a small machine a page takes as long as a hundred heartbeats. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import regular from '@expo-google-fonts/ibm-plex-sans-thai/400Regular/IBMPlexSansThai_400Regular.ttf' with {
  type: 'file',
};
import bold from '@expo-google-fonts/ibm-plex-sans-thai/600SemiBold/IBMPlexSansThai_600SemiBold.ttf' with {
  type: 'file',
};
import wasm from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };
import type { AnySheet } from './sheets.ts';

async function draw(sheet: AnySheet): Promise<Uint8Array> {
  const fonts = { regular: readFileSync(regular), bold: readFileSync(bold) };
  if (sheet.type === 'report') {
    const { drawReport } = await import('./report-pdf.ts');
    return drawReport(sheet, fonts);
  }
  const { drawWeek } = await import('./week-picture.ts');
  return drawWeek(sheet, fonts, readFileSync(wasm));
}

parentPort?.on('message', (sheet: AnySheet) => {
  draw(sheet).then(
    (drawn) => parentPort?.postMessage({ drawn }),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) }),
  );
});
