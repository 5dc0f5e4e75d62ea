import { useMutation } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { ReportWanted } from './activity-keys.ts';
import { reportParameters, reportPath } from './get-report.ts';

interface Download {
  wanted: ReportWanted;
  /** Of the report; the file is named by the date on its clocks. */
  timezone: ReportAnswer['period']['timezone'];
}

async function downloadOutages({ wanted, timezone }: Download): Promise<void> {
  const csv = await customerApi.download(`${reportPath}/export.csv`, {
    query: reportParameters(wanted),
  });
  saveFile(csv, `outages-${isoDateIn(timezone, Date.now())}.csv`);
}

/** All outages of the report as a file. */
export function useDownloadOutages() {
  return useMutation({ mutationFn: downloadOutages });
}

/** `2026-11-21` */
function isoDateIn(timeZone: string, nowMs: number): string {
  // The English of Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-SE', { timeZone, dateStyle: 'short' }).format(nowMs);
}
