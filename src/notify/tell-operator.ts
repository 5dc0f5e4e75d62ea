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
  /** The system page of the console; null: its address is not known. */
  readonly systemUrl: string | null;
  /** What is wrong now, the gravest first. */
  readonly findProblems: () => readonly SystemProblem[];
  readonly clock: Clock;
  readonly log: Logger;
  /** A message went to the chat: it counts towards the messenger's limits. */
  readonly onSent: () => void;
}

const retryMs = 60_000;
/** The chat does not exist, or the bot was thrown out: only the operator can mend it. */
const retryRefusedMs = 3_600_000;

/**
 * Tells the operator, in the chat they named, what is wrong with the service itself and when it is
 * over. What was told is stored, so that a restart does not repeat it; what could not be told is tried
 * again for as long as it is true.
 * @returns to be called every half minute or so; never throws for a message that was not taken
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
      await channel.send(chat, renderOperatorNews(news, options.language, options.systemUrl));
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
