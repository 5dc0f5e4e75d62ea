import { reportPath } from '../../features/activity/report-calls.ts';
import { customerApi } from '../../lib/api-client.ts';
import type { AskedReport } from '../../lib/extras.ts';
import { isoDateIn } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The report as a PDF. */
export async function saveReport({ query, timezone, language }: AskedReport): Promise<void> {
  const pdf = await customerApi.download(`${reportPath}/report.pdf`, {
    query: { ...query, language },
  });
  saveFile(pdf, `power-outages-${isoDateIn(timezone, Date.now())}.pdf`);
}
