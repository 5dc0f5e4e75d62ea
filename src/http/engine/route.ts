import type { z } from 'zod';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { AdminAccount, CustomerAccount } from '../../actions/people/find-account.ts';
import type { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { TokenScope } from '../../domain/people/token-scopes.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Tag } from '../reference/tags.ts';
import type { View } from './authenticate.ts';
import type { Cost } from './call-limits.ts';

/** The callers of a route; every route has one of these. */
export interface Callers {
  public: null;
  /** A board, with its own token. */
  device: LiveDevice;
  customer: CustomerAccount;
  /** Operators by role: each role may do what those before it may. */
  viewer: AdminAccount;
  support: AdminAccount;
  owner: AdminAccount;
  /** Anybody who is logged in. */
  account: CustomerAccount | AdminAccount;
  /** Anybody with the token of /metrics, or an operator. */
  metrics: AdminAccount | null;
}
export type Access = keyof Callers;

export type Shape = z.ZodObject;
type Parsed<T extends Shape | undefined> = T extends Shape ? z.output<T> : Record<never, never>;

/** A value that may only be read, at every depth. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The arguments of a handler. Everything is checked; only the request itself is raw. */
export interface Call<
  A extends Access,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
> {
  readonly caller: Callers[A];
  /** The caller's name for the audit log. */
  readonly actor: Actor;
  /** When the caller's session token expires, epoch ms. Null: there is none. */
  readonly tokenExpiresAt: number | null;
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: B extends z.ZodType ? z.output<B> : undefined;
  readonly now: Instant;
  /**
   * Applies the caller's view to an answer made row by row; a whole answer passes through it by itself.
   */
  readonly view: View;
  /** Network address of the caller. */
  readonly address: string;
  /** Whether the request came over TLS, to this server or to a trusted proxy. */
  readonly isSecure: boolean;
  readonly request: Request;
  /** For an answer that lasts: it is cut off after this many seconds without traffic; 0: never. */
  readonly setIdleTimeout: (seconds: number) => void;
}

/** The description of a route; the OpenAPI document is made from it. */
export interface RouteSpec<
  A extends Access = Access,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for variable parts. */
  readonly path: `/${string}`;
  readonly access: A;
  /**
   * Of a customer's calls, one that changes who is told or comes in, or that leaves something that opens the
   * account: sessions of a chat that has not proven that the account is its own are refused.
   */
  readonly forOwner?: true;
  /** The scope that the token of a program must have besides its role. */
  readonly scope?: TokenScope;
  /** The same where a field of the body is given, by field. */
  readonly fieldScopes?: Readonly<Record<string, TokenScope>>;
  /** Chapter of the reference. */
  readonly tag: Tag;
  /** One line, beginning with a verb. */
  readonly summary: string;
  readonly description?: string;
  /** Shapes are made when the call is first made: `shape` of the contract. */
  readonly params?: () => NonNullable<P>;
  readonly query?: () => NonNullable<Q>;
  readonly body?: () => NonNullable<B>;
  /** The successful answer; for anything but JSON use `answerType`. */
  readonly answer?: () => R;
  /** Media type of an answer that is not JSON. */
  readonly answerType?: string;
  /** Answers other than 200 that are no failures: their meaning, by status. */
  readonly otherAnswers?: Readonly<Record<number, string>>;
  /** Codes this call may answer, in addition to those of every call of its kind. */
  readonly errors?: readonly AppError['code'][];
  /**
   * It changes who may come in, hands out what opens accounts, or stops the server for everybody: a session must have
   * proved in the last five minutes whose it is, and no program may make the call unless there is a scope for it.
   */
  readonly needsProof?: true;
  /** Its cost; by default `read` if it only reads, else `change`. */
  readonly cost?: Cost;
  /**
   * Where the form of a page without a script is led on to, by what became of it: the call takes such a form,
   * too. One says with `lang` in its address that it is one.
   */
  readonly formPage?: (query: URLSearchParams, error: AppError | null) => string;
  /** Failures also have `success` and `message`, as existing programs expect of these calls. */
  readonly saysSuccess?: boolean;
}

export interface Route extends RouteSpec {
  /** @returns the JSON answer or a whole response; as steps if it may take long */
  readonly handle: (call: Call<Access, Shape, Shape, z.ZodType>) => unknown;
}

/** Declares a call: who may make it, what it takes and answers, and what it does. */
export function route<
  A extends Access,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
>(
  spec: RouteSpec<A, P, Q, B, R>,
  handle: (
    call: Call<A, P, Q, B>,
  ) =>
    | Frozen<z.input<R>>
    | Response
    | Promise<Frozen<z.input<R>>>
    | Promise<Response>
    | Steps<Frozen<z.input<R>>>
    | Steps<Response>,
): Route {
  // The types meet again in `serve` of mount-routes.ts, which gives each handler what its own spec describes.
  return { ...(spec as RouteSpec), handle: handle as unknown as Route['handle'] };
}
