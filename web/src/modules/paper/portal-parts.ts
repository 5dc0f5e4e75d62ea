/** What the module adds to a customer's report and chats, with its words. */
import './words.ts';

export { DigestSwitch } from './digest-switch.tsx';
export { ShareReportDialog } from './share-report-dialog.tsx';
