/** What the module adds to a customer's report and chats, with its words. */
import './words.ts';

export { DigestSwitch } from './components/digest-switch.tsx';
export { ShareReportDialog } from './components/share-report-dialog.tsx';
