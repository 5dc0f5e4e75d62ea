import { buttonActions } from '../../domain/alerts/button-actions.ts';
import type { Language } from '../../domain/states.ts';
import type { Message } from '../channel.ts';
import { catalogues } from './catalogue.ts';
import { headingOf } from './message-body.ts';
import { showName } from './plain-text.ts';

/** Whether an address belongs to whoever reads it. */
export interface Confirmation {
  readonly language: Language;
  /** The name of the account that asks. */
  readonly account: string;
  /** What confirms it. */
  readonly token: string;
}

/** Whoever gets this may never have heard of the account: it says who asks, and that silence is a no. */
export function renderConfirmation({ language, account, token }: Confirmation): Message {
  const { confirmation } = catalogues[language];
  const html = [
    `<b>${confirmation.heading}</b>`,
    confirmation.asks(showName(withoutLinks(account))),
    confirmation.ignore,
  ].join('\n');
  const buttons = [{ text: confirmation.action, action: buttonActions.confirm, id: token }];
  return { kind: 'account', language, heading: headingOf(html), html, buttons, outageIds: [] };
}

/** Programs make links of what has a dot in it, and an account may be called so to have that sent to strangers. */
function withoutLinks(name: string): string {
  return name.replaceAll(/\.(?=\S)/g, '. ');
}
