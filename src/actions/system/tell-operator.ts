import type { Language } from '../../domain/states.ts';
import type { ClusterDetail } from '../../domain/system/cluster-problems.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { continueSpells, planNews, type Spells } from '../../domain/system/operator-news.ts';
import type { SystemProblem } from '../../domain/system/system-problems.ts';
import {
  dropOperatorNews,
  queueOperatorNews,
  readLastNews,
} from '../../store/outbox/operator-news.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

export interface OperatorAddresses {
  readonly monitor: Monitor;
  /** Those that the configuration names. */
  readonly configured: readonly OperatorAddress[];
  /** The language of these. */
  readonly language: Language;
}

export interface TellOperatorOptions extends OperatorAddresses {
  /** Finds what is wrong now, the gravest first. */
  readonly findProblems: () => readonly SystemProblem[];
  /** Details of some of them. */
  readonly findDetails?: () => readonly ClusterDetail[];
}

/** The operator's addresses at which they can be told now. */
export function toldOperators({
  monitor,
  configured,
  language,
}: OperatorAddresses): readonly (OperatorAddress & { readonly language: Language })[] {
  // One that was given up is not tried until somebody has looked after it.
  const added = readOperatorRecipients(monitor.store).filter(
    ({ unreachableAt }) => unreachableAt === null,
  );
  return [...configured.map((to) => ({ ...to, language })), ...added].filter(({ channel }) =>
    monitor.channels.has(channel),
  );
}

/**
 * Tells the operator, at each address of theirs, what is wrong with the service and when it is over. What
 * each was told is in the outbox, so a restart repeats nothing, and whoever is added is told of what goes
 * on.
 * @returns a function to be called every few seconds
 */
export function makeTellOperator(options: TellOperatorOptions): () => void {
  const { monitor, findProblems, findDetails = () => [] } = options;
  const { store, clock } = monitor;
  let spells: Spells = new Map();

  return () => {
    const now = clock();
    spells = continueSpells(spells, findProblems(), now.monoMs);
    const details = findDetails();
    const plans = toldOperators(options).map((to) => ({
      to,
      ...planNews(spells, readLastNews(store, to), now, details),
    }));
    if (plans.every(({ say, drop }) => say.length + drop.length === 0)) return;
    store.transaction(() => {
      for (const { to, say, drop } of plans) {
        dropOperatorNews(store, drop);
        for (const news of say) queueOperatorNews(store, to, news, now.wallMs);
      }
    });
    sendQueued(monitor);
  };
}
