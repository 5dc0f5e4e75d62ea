import { emailKind } from './email/email-kind.ts';
import { lineKind } from './line/line-kind.ts';
import { smsKind } from './sms/sms-kind.ts';
import { telegramKind } from './telegram/telegram-kind.ts';
import { webhookKind } from './webhook/webhook-kind.ts';
import { webpushKind } from './webpush/webpush-kind.ts';

/** Few call phones, and its sentences and ways are as much code as all the others. */
const loadCallKind = () => require('./call/call-kind.ts') as typeof import('./call/call-kind.ts');

/** Every channel that an operator sets up. The log needs no setting up. */
export const channelKinds = {
  telegram: telegramKind,
  line: lineKind,
  email: emailKind,
  webhook: webhookKind,
  webpush: webpushKind,
  sms: smsKind,
  /** It is loaded where it is set up. */
  get call() {
    return loadCallKind().callKind;
  },
};
