import { useMutation } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { isoDateIn } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { saveFile } from '../../../lib/save-file.ts';

import type { ReportWanted } from './activity-keys.ts';
import { reportParameters, reportPath } from './get-report.ts';

interface Download {
  wanted: ReportWanted;
  /** Time zone of the report, whose date names the file. */
  timezone: ReportAnswer['period']['timezone'];
  /** Language of the file. */
  language: Language;
}

async function downloadOutages({ wanted, timezone, language }: Download): Promise<void> {
  const csv = await customerApi.download(`${reportPath}/export.csv`, {
    query: { ...reportParameters(wanted), language },
  });
  saveFile(csv, `outages-${isoDateIn(timezone, Date.now())}.csv`);
}

/** All outages of the report as a file. */
export function useDownloadOutages() {
  return useMutation({ mutationFn: downloadOutages });
}
