/** The place of a site among those of its owner, from 1, in the order in which they came to be watched. */
export interface SiteNumber {
  readonly number: number;
  /** The number of the owner's sites. */
  readonly count: number;
}
