import { type OperatorRole, operatorRoles } from './operator-role.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

export interface AdminUser {
  username: string;
  /** `admin` is the one that opens the console. */
  role: string;
  /** What they may do there. */
  operator_role: OperatorRole;
  /** A second factor is required and missing; the console shows only its set-up. */
  must_set_second_factor?: true | undefined;
}

interface CustomerUser {
  name: string;
  /** E.164. */
  phone: string;
}

export interface SignedIn<User> {
  token: string;
  user: User;
}

/** `expired`: the server does not take the token any more; the log-in page says so. */
export type EndReason = 'logout' | 'expired';

export interface Session<User> {
  /** The same object until something changes. Null: nobody is signed in. */
  read(): SignedIn<User> | null;
  save(signedIn: SignedIn<User>): void;
  /** The session goes on with another token. */
  replaceToken(token: string): void;
  /** The session goes on with more facts about its user. */
  replaceUser(user: User): void;
  end(reason: EndReason): void;
  /** Why the last session ended; undefined after a new log-in and after a reload. */
  endReason(): EndReason | undefined;
  /** Calls back after every change, those of other tabs included; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

/** The keys are a contract: other tools read them. */
export const adminSession = createSession<AdminUser>('authToken', 'user', readAdminUser);
export const customerSession = createSession<CustomerUser>(
  'customerToken',
  'customerUser',
  readCustomerUser,
);

/** @param readUser the user as it was stored, or null when it is none */
function createSession<User>(
  tokenKey: string,
  userKey: string,
  readUser: (stored: object) => User | null,
): Session<User> {
  const listeners = new Set<() => void>();
  let seen: { stored: string; signedIn: SignedIn<User> | null } | undefined;
  let endReason: EndReason | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const clear = () => {
    removeStored(tokenKey);
    removeStored(userKey);
  };

  function read(): SignedIn<User> | null {
    const token = readStored(tokenKey);
    const stored = `${token}\n${readStored(userKey)}`;
    if (seen?.stored === stored) return seen.signedIn;
    const user = token === null ? null : parse(readStored(userKey), readUser);
    seen = { stored, signedIn: token !== null && user ? { token, user } : null };
    // An unreadable or incomplete session is removed.
    if (token !== null && !user) clear();
    return seen.signedIn;
  }

  function onStorage({ key }: StorageEvent): void {
    if (key === null || key === tokenKey || key === userKey) tell();
  }

  return {
    read,
    save: ({ token, user }) => {
      endReason = undefined;
      writeStored(tokenKey, token);
      writeStored(userKey, JSON.stringify(user));
      tell();
    },
    replaceToken: (token) => {
      writeStored(tokenKey, token);
      tell();
    },
    replaceUser: (user) => {
      writeStored(userKey, JSON.stringify(user));
      tell();
    },
    end: (reason) => {
      endReason = reason;
      clear();
      tell();
    },
    endReason: () => endReason,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        addEventListener('storage', onStorage);
        // A page from the back/forward cache missed changes meanwhile.
        addEventListener('pageshow', tell);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener('storage', onStorage);
        removeEventListener('pageshow', tell);
      };
    },
  };
}

function parse<User>(text: string | null, readUser: (stored: object) => User | null): User | null {
  try {
    const stored: unknown = JSON.parse(text ?? '');
    return typeof stored === 'object' && stored !== null ? readUser(stored) : null;
  } catch {
    return null;
  }
}

function readAdminUser(stored: object): AdminUser | null {
  if (!('username' in stored) || typeof stored.username !== 'string') return null;
  if (!('role' in stored) || typeof stored.role !== 'string') return null;
  const { username, role } = stored;
  const named = 'operator_role' in stored ? stored.operator_role : undefined;
  // An administrator from before there were roles is an owner.
  const user = {
    username,
    role,
    operator_role: operatorRoles.find((one) => one === named) ?? 'owner',
  };
  const mustSet = 'must_set_second_factor' in stored && stored.must_set_second_factor === true;
  return mustSet ? { ...user, must_set_second_factor: true } : user;
}

function readCustomerUser(stored: object): CustomerUser | null {
  return 'phone' in stored && typeof stored.phone === 'string'
    ? {
        phone: stored.phone,
        name: 'name' in stored && typeof stored.name === 'string' ? stored.name : '',
      }
    : null;
}
