import type { TokenScope } from '../../../../src/domain/people/token-scopes.ts';
import type { TraceKind } from '../../../../src/domain/people/token-trace.ts';

/** What each scope is called. */
export const scopeWords = {
  backups: 'operators.tokens.scope.backups',
  recipients: 'operators.tokens.scope.recipients',
  sessions: 'operators.tokens.scope.sessions',
  'keys:whole': 'operators.tokens.scope.keys_whole',
} as const satisfies Record<TokenScope, string>;

/** What each opens, in a line. */
export const scopeMayWords = {
  backups: 'operators.tokens.scope_may.backups',
  recipients: 'operators.tokens.scope_may.recipients',
  sessions: 'operators.tokens.scope_may.sessions',
  'keys:whole': 'operators.tokens.scope_may.keys_whole',
} as const satisfies Record<TokenScope, string>;

/** What a program left. */
export const traceWords = {
  recipient: 'operators.tokens.trace.recipient',
  secret: 'operators.tokens.trace.secret',
  channel: 'operators.tokens.trace.channel',
  calendar: 'operators.tokens.trace.calendar',
  key: 'operators.tokens.trace.key',
  account: 'operators.tokens.trace.account',
  backup: 'operators.tokens.trace.backup',
  download: 'operators.tokens.trace.download',
  chat: 'operators.tokens.trace.chat',
  contact: 'operators.tokens.trace.contact',
  share: 'operators.tokens.trace.share',
  feed: 'operators.tokens.trace.feed',
  home: 'operators.tokens.trace.home',
  broker: 'operators.tokens.trace.broker',
  followed: 'operators.tokens.trace.followed',
} as const satisfies Record<TraceKind, string>;
