import type { Language } from '../../domain/states.ts';
import {
  channelTroubleOf,
  isOwnProblem,
  type SystemProblem,
} from '../../domain/system/system-problems.ts';
import type { OperatorMessage } from '../../store/outbox/claimed-message.ts';
import type { Message } from '../channel.ts';
import type { MessageBody } from './message-body.ts';
import { type OperatorTexts, operatorTexts } from './operator-texts.ts';
import { escapeHtml } from './plain-text.ts';
import { renderAreaOutage } from './render-area-outage.ts';
import type { Wording } from './wording.ts';

/**
 * Says what began and what is over.
 * @param systemUrl the system page of the console. Null: the server's address is not known
 */
export function renderOperatorNews(
  { rows, language }: OperatorMessage,
  systemUrl: string | null,
  { times }: Pick<Wording, 'times'>,
): MessageBody {
  const texts = operatorTexts[language];
  const say = (problem: SystemProblem) => `• ${sayProblem(problem, texts)}`;
  const sayAll = (isOver: boolean) =>
    rows.flatMap(({ news }) =>
      'problem' in news && news.isOver === isOver ? say(news.problem) : [],
    );
  const [began, ended] = [sayAll(false), sayAll(true)];
  const parts = rows.flatMap(({ news }) =>
    'area' in news ? renderAreaOutage(news, texts, times) : [],
  );
  if (began.length > 0) parts.push(`<b>${texts.began}</b>`, ...began);
  if (ended.length > 0) parts.push(`<b>${texts.ended}</b>`, ...ended);
  if (systemUrl !== null && began.length + ended.length > 0)
    parts.push(`${texts.seeSystem}: ${escapeHtml(systemUrl)}`);
  return { html: parts.join('\n'), buttons: [] };
}

function sayProblem(problem: SystemProblem, texts: OperatorTexts): string {
  const found = channelTroubleOf(problem);
  if (found !== null) return texts.trouble[found.trouble](texts.channel[found.channel]);
  return isOwnProblem(problem) ? texts.problem[problem] : problem;
}

/** A message that only shows that a channel works. */
export function renderChannelTest(language: Language): Message {
  const { heading, text } = operatorTexts[language].test;
  const html = `<b>${heading}</b>\n${text}`;
  return { kind: 'test', language, heading, html, buttons: [], outageIds: [] };
}
