import type { Clock } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { Language } from '../domain/states.ts';
import { compareWithTold, markTold, type OperatorView } from '../domain/system/operator-news.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import type { Store } from '../store/engine/open.ts';
import { readToldProblems, writeToldProblems } from '../store/outbox/told-problems.ts';
import { type Channel, SendError } from './channel.ts';
import { renderOperatorNews } from './messages/render-operator.ts';

export interface TellOperatorOptions {
  readonly store: Store;
  readonly channel: Pick<Channel, 'send'>;
  /** The chat of the operator. */
  readonly chat: string;
  readonly language: Language;
  /** The system page of the console. Null: its address is not known. */
  readonly systemUrl: string | null;
  /** Finds what is wrong now, the gravest first. */
  readonly findProblems: () => readonly SystemProblem[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when a message went to the chat, as it counts towards the messenger's limits. */
  readonly onSent: () => void;
}

const retryMs = 60_000;
/** For a chat that does not exist or that threw the bot out, which only the operator can mend. */
const retryRefusedMs = 3_600_000;

/**
 * Tells the operator, in their chat, what is wrong with the service and when it is over. What was told
 * is stored, so that a restart does not repeat it. What could not be told is tried again while it is
 * true.
 * @returns a function to be called about every half minute. A message that cannot be sent is logged
 */
export function makeTellOperator(options: TellOperatorOptions): () => Promise<void> {
  const { store, channel, chat, log, clock } = options;
  let view: OperatorView = { told: readToldProblems(store), differsSince: {} };
  let nextTryMono = Number.NEGATIVE_INFINITY;

  return async () => {
    const now = clock();
    const compared = compareWithTold(view, options.findProblems(), now.monoMs);
    view = compared.view;
    const { news } = compared;
    if (news.began.length + news.ended.length === 0 || now.monoMs < nextTryMono) return;
    try {
      const message = renderOperatorNews(news, options.language, options.systemUrl);
      await channel.send(chat, message, { retryKey: crypto.randomUUID() });
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      const waitMs = error.permanent ? retryRefusedMs : (error.retryAfterMs ?? retryMs);
      nextTryMono = now.monoMs + waitMs;
      log.warn({ err: error, problems: news.began }, 'the operator could not be told on Telegram');
      return;
    }
    options.onSent();
    view = markTold(view, news);
    writeToldProblems(store, view.told);
  };
}
