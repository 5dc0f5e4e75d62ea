import { pickTexts } from './pick-texts.ts' with { type: 'macro' };

/** A module of its own, so that only who reads Thai loads it. */
export default pickTexts('th', 'portalMore');
