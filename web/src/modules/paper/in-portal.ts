import { FileText, Link } from 'lucide-react';
import { lazy } from 'react';
import type { PortalExtras } from '../../lib/extras.ts';
import labels from './menu-labels.json';

const parts = () => import('./portal-parts.ts');

export const paper: PortalExtras = {
  name: 'paper',
  reportFiles: [
    {
      label: labels.pdf,
      icon: FileText,
      save: async (asked) => (await import('./save-report.ts')).saveReport(asked),
    },
  ],
  reportDialogs: [
    {
      label: labels.share,
      icon: Link,
      Dialog: lazy(async () => ({ default: (await parts()).ShareReportDialog })),
    },
  ],
  chatWishes: [lazy(async () => ({ default: (await parts()).DigestSwitch }))],
};
