import { deleteLivingAreas } from '../../store/areas/area-outages.ts';
import type { Store } from '../../store/engine/open.ts';
import { dropAllAreaNews } from '../../store/outbox/operator-news.ts';

/** For a run in which nobody finds area outages: what an earlier one knew of those that went on is told to nobody. */
export function letAreasGo(store: Store): void {
  store.transaction(() => {
    dropAllAreaNews(store);
    deleteLivingAreas(store);
  });
}
