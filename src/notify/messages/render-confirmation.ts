import { buttonActions } from '../../domain/alerts/button-actions.ts';
import type { Language } from '../../domain/states.ts';
import type { Message } from '../channel.ts';
import { catalogues } from './catalogue.ts';
import { showName } from './plain-text.ts';
import { headingOf } from './wording.ts';

/** The question whether an address belongs to its reader. */
export interface Confirmation {
  readonly language: Language;
  /** The name of the account that asks. */
  readonly account: string;
  /** The link or the code that confirms it. */
  readonly token: string;
}

/** The reader may never have heard of the account. So the message says who asks, and that no answer means no. */
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

/** Mail programs make a link of a name with a dot. The name of an account must not send links to strangers. */
function withoutLinks(name: string): string {
  return name.replaceAll(/\.(?=\S)/g, '. ');
}
