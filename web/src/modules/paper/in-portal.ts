import { FileText, Link } from 'lucide-react';
import type { PortalExtras } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
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
      load: async () => (await parts()).ShareReportDialog,
    },
  ],
  chatWishes: [lazyPart('digest-switch', async () => (await parts()).DigestSwitch)],
};
