/** The form that LINE takes (https://developers.line.biz/en/reference/messaging-api/#message-objects). */
import type { messagingApi } from '@line/bot-sdk';
import { buttonData, type Message } from '../../channel.ts';
import { toPlainLines } from '../../messages/plain-text.ts';

/** Of a notification on the lock screen; LINE takes 1,500, and a letter may count as two. */
const maxAltText = 400;

export function toLineMessage({ html, heading, buttons }: Message): messagingApi.Message {
  const items = buttons.map((button) => ({ label: button.text, data: buttonData(button) }));
  return makeMessage(html, heading, items);
}

/** Below a message: what comes back when it is pressed, or the page that it opens. */
type LineButton =
  | { readonly label: string; readonly data: string }
  | { readonly label: string; readonly url: string };

/** Plain text; with buttons, a bubble that has them below the text. */
export function makeMessage(
  html: string,
  heading: string,
  buttons: readonly LineButton[],
): messagingApi.Message {
  const lines = toPlainLines(html);
  if (buttons.length === 0) return { type: 'text', text: lines.join('\n') };
  const [first = '', ...rest] = lines;
  const contents: messagingApi.FlexComponent[] = [
    { type: 'text', text: first, weight: 'bold', wrap: true },
    ...rest.map((text): messagingApi.FlexText => ({ type: 'text', text, wrap: true, size: 'sm' })),
  ];
  return {
    type: 'flex',
    altText: [...(heading === '' ? lines : [heading, ...rest]).join(' · ')]
      .slice(0, maxAltText)
      .join(''),
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', spacing: 'sm', contents },
      footer: { type: 'box', layout: 'vertical', spacing: 'sm', contents: buttons.map(toButton) },
    },
  };
}

function toButton(button: LineButton): messagingApi.FlexButton {
  const label = button.label.slice(0, 40);
  return {
    type: 'button',
    style: 'secondary',
    height: 'sm',
    action:
      'url' in button
        ? { type: 'uri', label, uri: button.url }
        : { type: 'postback', label, data: button.data, displayText: label },
  };
}
