/**
 * Names of what the portal keeps of the server's answers. Everything below `portal` is asked for again
 * when the live stream says that something has changed; what must not be says `meta: { isLive: false }`.
 */
export const portalKeys = {
  all: ['portal'],
  stats: ['portal', 'stats'],
  timelines: ['portal', 'timelines'],
  ownBrowser: ['portal', 'own-browser'],
  messengerLink: ['portal', 'messenger-link'],
  lineLink: ['portal', 'line-link'],
  webhookSecret: ['portal', 'webhook-secret'],
  questions: ['portal', 'questions'],
  contacts: ['portal', 'contacts'],
  seenKeys: ['portal', 'seen-keys'],
  numberedSites: ['portal', 'numbered-sites'],
  spokenName: ['portal', 'spoken-name'],
  contactPreview: ['portal', 'contact-preview'],
  plannedTimes: ['portal', 'planned-times'],
  testAlert: ['portal', 'test-alert'],
} as const;
