/** A message as mail: plain text, and the same as HTML that asks nothing of any server. */
import type { SendMailOptions } from 'nodemailer';
import { type ButtonAction, buttonActions } from '../../../domain/alerts/button-actions.ts';
import type { LinkedAction } from '../../../domain/alerts/linked-action.ts';
import type { Message } from '../../channel.ts';
import { linkedActionOf } from '../../linked-button.ts';
import { escapeHtml, toPlainLines } from '../../messages/plain-text.ts';
import { emailTexts } from './email-texts.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

type LinkTo = (action: LinkedAction) => string | null;

interface Link {
  readonly text: string;
  readonly url: string;
}

/** The way to be sent nothing more. */
interface Stop extends Link {
  /** The reason that this message came. */
  readonly why: string;
}

/** So many outages are named in the headers of one message. */
const maxReferences = 20;

/**
 * @param retryKey makes the Message-ID, so that a message that is sent twice is known as one
 */
export function toMail(
  address: string,
  message: Message,
  retryKey: string,
  from: Sender,
  linkTo: LinkTo,
): SendMailOptions {
  const { heading, language, outageIds, file } = message;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const links = linksOf(address, message, linkTo);
  const stop = stopOf(address, message, linkTo);
  // A reference that all messages of an outage share, the first included, makes them one conversation; nobody has to
  // remember which was the first.
  const references = outageIds.slice(0, maxReferences).map((id) => `<outage-${id}@${domain}>`);
  return {
    from,
    to: { name: '', address },
    subject: heading,
    messageId: `<${retryKey}@${domain}>`,
    ...(references[0] !== undefined && { inReplyTo: references[0], references }),
    text: toText(message, links, stop),
    html: toPage(message, links, stop),
    ...(file !== undefined && {
      attachments: [
        { filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) },
      ],
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(stop !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${stop.url}>` },
        // Mail programs press https addresses only (RFC 8058 section 3.1).
        ...(stop.url.startsWith('https:') && {
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }),
    },
  };
}

/** The buttons that a link can stand for; the one that stops messages stands below them all. */
function linksOf(address: string, { buttons, language }: Message, linkTo: LinkTo): Link[] {
  return buttons.flatMap((button) => {
    if (button.action === buttonActions.unfollow) return [];
    const action = linkedActionOf(button, { channel: 'email', address }, language);
    const url = action && linkTo(action);
    return url === null ? [] : [{ text: button.text, url }];
  });
}

/** A person who is asked whether messages may come is sent none yet, so there is nothing to stop. */
const questions = new Set<ButtonAction>([buttonActions.confirm, buttonActions.follow]);

/** Null: there is nothing to stop, or no link. */
function stopOf(address: string, { buttons, language }: Message, linkTo: LinkTo): Stop | null {
  if (buttons.some(({ action }) => questions.has(action))) return null;
  const holder = { channel: 'email', address } as const;
  const { stop, why, whyFollowed } = emailTexts[language];
  const unfollow = buttons.find(({ action }) => action === buttonActions.unfollow);
  const action = unfollow && linkedActionOf(unfollow, holder, language);
  const url = linkTo(action ?? { do: 'stop', ...holder });
  return url === null ? null : { text: stop, url, why: action ? whyFollowed : why };
}

function toText({ html }: Message, links: readonly Link[], stop: Stop | null): string {
  const parts = [
    toPlainLines(html).join('\n'),
    ...links.map(({ text, url }) => `${text}:\n${url}`),
  ];
  if (stop !== null) parts.push(`-- \n${stop.why}\n${stop.text}:\n${stop.url}`);
  return `${parts.join('\n\n')}\n`;
}

/** Tables and attributes: mail programs know little else. Those that can, follow the reader's theme. */
function toPage(
  { html, heading, language }: Message,
  links: readonly Link[],
  stop: Stop | null,
): string {
  const [first = '', ...rest] = html.split('\n');
  const font = "font-family:'Noto Sans Thai',Sarabun,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const lines = rest.map(
    (line) => `<p class="text" style="margin:0 0 8px;color:#27303f">${line}</p>`,
  );
  const buttons = links.map(
    ({ text, url }) =>
      `<a href="${escapeAttribute(url)}" style="display:inline-block;margin:16px 8px 0 0;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(text)}</a>`,
  );
  const foot =
    stop === null
      ? ''
      : `<tr><td class="quiet" style="padding:16px 24px;${font};font-size:13px;line-height:1.5;color:#5b6472">${stop.why}<br><a class="quiet" href="${escapeAttribute(stop.url)}" style="color:#5b6472">${stop.text}</a></td></tr>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #0b0f17 !important; }
.card { background: #151b26 !important; border-color: #2a3342 !important; }
.title, .text { color: #e8ecf3 !important; }
.quiet { color: #a3adbd !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f8">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f3f5f8" style="background:#f3f5f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="card" style="padding:24px;border:1px solid #dde2ea;border-radius:12px;background:#ffffff;${font};font-size:16px;line-height:1.6">
<h1 class="title" style="margin:0 0 12px;font-size:20px;line-height:1.4;color:#111827">${first}</h1>
${[...lines, ...buttons].join('\n')}
</td></tr>
${foot}
</table>
</td></tr></table>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;');
}
