import { readFileSync } from 'node:fs';
import regular from '@expo-google-fonts/ibm-plex-sans-thai/400Regular/IBMPlexSansThai_400Regular.ttf' with {
  type: 'file',
};
import bold from '@expo-google-fonts/ibm-plex-sans-thai/600SemiBold/IBMPlexSansThai_600SemiBold.ttf' with {
  type: 'file',
};
import wasm from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };
import type { AnySheet } from './sheets.ts';

/** @returns a PDF, or a PNG for a week */
export async function drawSheet(sheet: AnySheet): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = { regular: readFileSync(regular), bold: readFileSync(bold) };
  if (sheet.type === 'report') {
    const { drawReport } = await import('./report-pdf.ts');
    return drawReport(sheet, fonts);
  }
  const { drawWeek } = await import('./week-picture.ts');
  return drawWeek(sheet, fonts, readFileSync(wasm));
}
