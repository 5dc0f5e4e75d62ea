import { buttonActions } from '../../domain/alerts/button-actions.ts';
import { type AccountNews, isQuestion, type Question } from '../../domain/people/account-news.ts';
import { maskText } from '../../domain/people/mask.ts';
import type { NewsMessage } from '../../store/outbox/account-news.ts';
import { fitLines, showName } from './plain-text.ts';
import type { MessageBody, Wording } from './wording.ts';

/** Says who joined or left an account, or asks whether somebody may, with a button for each answer. */
export function renderNews(message: NewsMessage, wording: Wording): MessageBody {
  const [{ news }] = message.rows;
  const changes = message.rows.map((row) => row.news);
  if (isQuestion(news)) return { ...ask(news, message.mayAnswer, wording), changes };
  const account = showName(maskText(message.account));
  const lines = changes.map((change) => tell(change, account, wording));
  return { html: fitLines(lines, wording.texts.andMore), buttons: [], changes };
}

/** The text of a question, without its buttons. */
export function renderQuestion(news: Question, { texts }: Pick<Wording, 'texts'>): string {
  const { account } = texts;
  const what = account.boardAndKey(siteOf(news), hintOf(news));
  const heading = news.type === 'join-asked' ? account.joinAsked(what) : account.questioned(what);
  return `<b>${heading}</b>\n${account.isItYours}`;
}

function ask(news: Question, mayAnswer: boolean, wording: Wording): MessageBody {
  const { account } = wording.texts;
  const html = renderQuestion(news, wording);
  // The phone number of the account may be one that somebody else typed, and the chat one that is only told.
  if (!mayAnswer) return { html: `${html}\n${account.proveFirst}`, buttons: [] };
  return {
    html,
    buttons: [
      { text: account.yes, action: buttonActions.yes, id: news.question },
      { text: account.no, action: buttonActions.no, id: news.question },
    ],
  };
}

function tell(news: AccountNews, name: string, { texts, times }: Wording): string {
  const { account } = texts;
  switch (news.type) {
    case 'joined': {
      const by = news.by === null ? null : showName(maskText(news.by));
      return account.joined(account.boardAndKey(siteOf(news), hintOf(news)), by);
    }
    case 'left':
      return account.left(account.boardAndKey(siteOf(news), hintOf(news)));
    case 'keys-joined':
      return account.keysJoined(news.count);
    case 'keys-left':
      return account.keysLeft(news.count);
    case 'codes-replaced':
      return account.codesReplaced(news.count);
    case 'chat-joined':
      return account.chatJoined(showName(news.chat));
    case 'chat-logs-in':
      return account.chatLogsIn(showName(news.chat));
    case 'chat-left':
      return account.chatLeft(showName(news.chat));
    case 'chat-moved':
      return account.chatMoved(showName(news.chat));
    case 'cut-off':
      return account.cutOff(name);
    case 'announced':
    case 'called-off': {
      const sites = news.sites.map(showName).join(', ');
      const say = news.type === 'announced' ? account.announced : account.calledOff;
      return say(sites, times.span(news.from, news.to));
    }
    case 'acknowledged':
      return account.acknowledged(showName(news.by), showName(news.site));
    case 'acknowledgement-withdrawn':
      return account.acknowledgementWithdrawn(showName(news.by), showName(news.site));
    case 'more-asked':
      return account.moreAsked;
    case 'join-asked':
    case 'key-questioned':
      return renderQuestion(news, { texts });
  }
}

function siteOf({ site }: { readonly site: string | null }): string | null {
  return site === null ? null : showName(site);
}

function hintOf({ key }: { readonly key: string | null }): string | null {
  return key === null ? null : `…${showName(key)}`;
}
