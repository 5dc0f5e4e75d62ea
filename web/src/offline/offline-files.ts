/** What the service worker keeps, as the build tells it. */
export interface OfflineFiles {
  /** Changes whenever any of the files does. */
  version: string;
  page: string;
  /** The page and all it needs. */
  paths: readonly string[];
}
