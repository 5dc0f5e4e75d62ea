import { sendQueued } from '../../actions/engine/follow-up.ts';
import { type OperatorAddresses, toldOperators } from '../../actions/system/tell-operator.ts';
import { queueOperatorNews } from '../../store/outbox/operator-news.ts';
import { markAreaTold, readUntoldAreas } from './area-rows.ts';

/** So long an area outage gathers its sites and neighbours before the operator is told, in ms. */
const gatherMs = 30_000;

/**
 * Tells the operator, at each address of theirs, of every area outage once and once of its end. One that was
 * over before it was told is not.
 * @returns a function to be called every few seconds
 */
export function makeTellAreaOutages(addresses: OperatorAddresses): () => void {
  const { store, clock } = addresses.monitor;
  return () => {
    const now = clock();
    const areas = readUntoldAreas(store).filter(
      ({ declaredAt, endedAt }) => endedAt !== null || now.wallMs - declaredAt >= gatherMs,
    );
    if (areas.length === 0) return;
    const operators = toldOperators(addresses);
    if (operators.length === 0) return;
    store.transaction(() => {
      for (const area of areas) {
        const news = { areaId: area.id, isOver: area.endedAt !== null };
        for (const to of operators) queueOperatorNews(store, to, news, now.wallMs);
        markAreaTold(store, area, now.wallMs);
      }
    });
    sendQueued(addresses.monitor);
  };
}
