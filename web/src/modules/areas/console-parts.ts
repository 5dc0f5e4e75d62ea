/** What shows area outages in the console, with its words. */
import './words.ts';

export { AreaCards } from './components/area-cards.tsx';
export { AreaRows } from './components/area-rows.tsx';
export { AreaWallRow } from './components/area-wall-row.tsx';
