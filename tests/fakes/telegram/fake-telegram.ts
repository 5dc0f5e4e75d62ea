/**
 * A strict stand-in for Telegram's Bot API on the loopback interface, for end-to-end stories, fault
 * tests and benchmarks. It refuses what Telegram refuses, keeps Telegram's limits, and fails in the
 * ways a test orders. Behaviour follows https://core.telegram.org/bots/api and the source of the
 * official Bot API server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BotCommand, User } from 'grammy/types';
import { LoopbackServer, readBody } from '../loopback-server.ts';
import { ApiError, tooManyRequests } from './api-error.ts';
import { Chats } from './chats.ts';
import { type FaultOrder, FaultProgram } from './faults.ts';
import { Limiter, type Limits, telegramLimits } from './limits.ts';
import {
  type CallbackAnswer,
  type MessageChange,
  type MethodContext,
  requireMethod,
  type SentMessage,
} from './methods.ts';
import { integerParam, type Params, readParams } from './params.ts';
import { UpdateQueue } from './updates.ts';
import { makeUsers, type Users } from './users.ts';
import { Arrivals } from './waiting.ts';

export interface FakeTelegramOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** The address of this machine that it listens on; default the loopback. */
  readonly host?: string;
  readonly token?: string;
  readonly botUsername?: string;
  /**
   * Chats the bot may write to from the start; others become known when their user writes first.
   * `any`: whoever is written to is there. Default: none.
   */
  readonly chats?: readonly number[] | 'any';
  /** What differs from Telegram's limits; `noLimits` for none at all. */
  readonly limits?: Partial<Limits>;
  /** Epoch ms; a test with its own clock passes it here, so that limits and dates follow it. */
  readonly now?: () => number;
  /**
   * Telegram makes a quick getUpdates wait up to 3 s when it repeats an offset within 3 s, which a
   * bot meets when it stops soon after its last update. Pass 3000 to play that; default 0.
   */
  readonly repeatedPollHoldMs?: number;
  /** How long Telegram holds back a second 409; default 3000. */
  readonly conflictPauseMs?: number;
  /** Called for every message taken, before it is answered. */
  readonly onSent?: (message: SentMessage) => void;
}

/** What to wait for; a message may be claimed by one expectation only. */
export type MessageFilter =
  | ((message: SentMessage) => boolean)
  | { readonly chatId?: number; readonly contains?: string };

export interface FakeTelegram extends Users {
  /** For grammY's `client.apiRoot` or FAIWATCH_TELEGRAM_API_ROOT: `http://HOST:PORT`. */
  readonly apiRoot: string;
  readonly port: number;
  readonly token: string;
  readonly bot: User;
  /** Every message taken, in order. */
  readonly sent: readonly SentMessage[];
  /** Edits and deletions, in order. */
  readonly changes: readonly MessageChange[];
  readonly callbackAnswers: readonly CallbackAnswer[];
  /** The last command list set, by language code ('' for the default), or by the chat that it is for. */
  readonly commands: ReadonlyMap<string, readonly BotCommand[]>;
  /** Messages refused because they came faster than allowed or before a `retry_after` was over. */
  readonly limitViolations: number;
  /** Ordered failures that no call has met yet. */
  readonly pendingFaults: number;
  /** Updates the bot has not confirmed. */
  readonly pendingUpdates: number;
  /** Whether a getUpdates call is waiting now. */
  readonly isPolled: boolean;
  /** Calls that arrived, by method as the caller wrote it, refused and failed ones included. */
  readonly calls: ReadonlyMap<string, number>;
  failNext(order: FaultOrder): void;
  clearFaults(): void;
  /** Stops listening and cuts all connections, as a dead uplink does; what is stored stays. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /**
   * The first message that fits and that no other expectation has claimed, also one already there.
   * @param timeoutMs default 5000.
   * @throws Error that lists what came instead.
   */
  expectMessage(filter: MessageFilter, timeoutMs?: number): Promise<SentMessage>;
  /** The answer the bot gives to a pressed button; see userPresses. */
  expectAnswer(callbackQueryId: string, timeoutMs?: number): Promise<CallbackAnswer>;
  /** A change (edit, deletion) of one message. */
  expectChange(messageId: number, timeoutMs?: number): Promise<MessageChange>;
  stop(): Promise<void>;
}

const defaultToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0';

/** Starts the fake; stop() it when done. */
export async function startFakeTelegram(options: FakeTelegramOptions = {}): Promise<FakeTelegram> {
  const token = options.token ?? defaultToken;
  // Wall time with the fraction that Date.now() lacks, for latency measurements.
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const bot: User = {
    id: Number.parseInt(token, 10),
    is_bot: true,
    first_name: 'FaiWatch',
    username: options.botUsername ?? 'faiwatch_test_bot',
  };
  const known = options.chats ?? [];
  const chats = new Chats(known === 'any' ? [] : known, known === 'any');
  const { repeatedPollHoldMs = 0, conflictPauseMs = 3000 } = options;
  const updates = new UpdateQueue({ now, repeatedPollHoldMs, conflictPauseMs });
  const limiter = new Limiter({ ...telegramLimits, ...options.limits });
  const faults = new FaultProgram();
  const sent = new Arrivals<SentMessage>();
  const changes = new Arrivals<MessageChange>();
  const answers = new Arrivals<CallbackAnswer>();
  const commands = new Map<string, readonly BotCommand[]>();
  const calls = new Map<string, number>();
  const context: MethodContext = {
    bot,
    chats,
    updates,
    limiter,
    now,
    openCallbacks: new Set(),
    onSent: (message) => {
      options.onSent?.(message);
      sent.add(message);
    },
    onChanged: (change) => changes.add(change),
    onCallbackAnswered: (answer) => answers.add(answer),
    onCommandsSet: (list, language, chat) => {
      const of = chat === '' ? language : chat;
      if (list === null) commands.delete(of);
      else commands.set(of, list);
    },
  };

  const host = options.host ?? '127.0.0.1';
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const arrivedAt = now();
    answerRequest(request, response, arrivedAt).catch((error: unknown) => {
      // Only a fault of the fake itself ends here; the caller sees it as one.
      console.error(error);
      sendJson(response, 500, { ok: false, error_code: 500, description: String(error) });
    });
  };
  const server = new LoopbackServer(options.port ?? 0, take, host);

  async function answerRequest(
    request: IncomingMessage,
    response: ServerResponse,
    arrivedAt: number,
  ): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await readBody(request);
    try {
      const methodName = readPath(url.pathname, token);
      const params = await readParams(
        request.headers['content-type'] ?? '',
        body,
        url.searchParams,
      );
      calls.set(methodName, (calls.get(methodName) ?? 0) + 1);
      const method = requireMethod(methodName);
      const fault = faults.take(methodName.toLowerCase(), chatOf(params));
      if (fault && fault.kind !== 'drop') {
        meetFault(fault, params, response, arrivedAt);
        return;
      }
      const onHangUp = (listener: () => void) => void response.once('close', listener);
      try {
        const result = await method(context, { params, arrivedAt, onHangUp });
        if (!fault) sendJson(response, 200, { ok: true, result });
      } finally {
        if (fault) response.socket?.destroy();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendRefusal(response, error);
    }
  }

  function meetFault(
    fault: FaultOrder,
    params: Params,
    response: ServerResponse,
    arrivedAt: number,
  ): void {
    switch (fault.kind) {
      case '400':
        throw new ApiError(400, "Bad Request: can't parse entities");
      case '429': {
        const seconds = fault.retryAfter ?? 1;
        const scope = fault.everyone ? 'everyone' : (chatOf(params) ?? 'everyone');
        limiter.imposeWait(scope, seconds, arrivedAt);
        throw tooManyRequests(seconds);
      }
      case '5xx':
        response.writeHead(fault.status ?? 502, { 'content-type': 'text/html' });
        response.end('<html><body><h1>Bad Gateway</h1></body></html>');
        return;
      case 'timeout':
        return;
      case 'refuse':
      case 'drop':
        response.socket?.destroy();
    }
  }

  await server.open();
  const startedAt = now();
  return {
    ...makeUsers(context),
    apiRoot: `http://${host}:${server.port}`,
    port: server.port,
    token,
    bot,
    sent: sent.items,
    changes: changes.items,
    callbackAnswers: answers.items,
    commands,
    calls,
    get limitViolations() {
      return limiter.violations;
    },
    get pendingFaults() {
      return faults.pendingCount;
    },
    get pendingUpdates() {
      return updates.pendingCount;
    },
    get isPolled() {
      return updates.isPolled;
    },
    failNext: (order) => faults.add(order),
    clearFaults: () => faults.clear(),
    async goDown() {
      updates.abandon();
      await server.close();
    },
    comeBack: () => server.open(),
    expectMessage: (filter, timeoutMs = 5000) =>
      sent.expect(toPredicate(filter), timeoutMs, () =>
        [
          `No message matching ${describeFilter(filter)} within ${timeoutMs} ms.`,
          sent.items.length === 0 ? 'None came at all.' : `${sent.items.length} came:`,
          ...sent.items.map((message) =>
            describeArrival(message, startedAt, sent.isClaimed(message)),
          ),
        ].join('\n'),
      ),
    expectAnswer: (callbackQueryId, timeoutMs = 5000) =>
      answers.expect(
        (answer) => answer.callbackQueryId === callbackQueryId,
        timeoutMs,
        () => `The bot did not answer the pressed button ${callbackQueryId} in ${timeoutMs} ms.`,
      ),
    expectChange: (messageId, timeoutMs = 5000) =>
      changes.expect(
        (change) => change.messageId === messageId,
        timeoutMs,
        () => `The bot did not change message ${messageId} within ${timeoutMs} ms.`,
      ),
    async stop() {
      updates.abandon();
      await server.close();
    },
  };
}

/**
 * `/bot<token>/<method>` → the method's name.
 * @throws ApiError 404 for another path or a malformed token, 401 for a token of no bot.
 */
function readPath(path: string, token: string): string {
  const [, given, method] = /^\/bot([^/]+)\/([^/]*)$/.exec(path) ?? [];
  if (given === undefined || method === undefined || !/^[1-9]\d*:[\w-]+$/.test(given)) {
    throw new ApiError(404, 'Not Found');
  }
  if (given !== token) throw new ApiError(401, 'Unauthorized');
  return method;
}

function chatOf(params: Params): number | undefined {
  const chatId = integerParam(params, 'chat_id', 0);
  return chatId === 0 ? undefined : chatId;
}

function sendRefusal(response: ServerResponse, error: ApiError): void {
  const retryAfter = error.parameters?.retry_after;
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  sendJson(response, error.code, {
    ok: false,
    error_code: error.code,
    description: error.description,
    ...(error.parameters && { parameters: error.parameters }),
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function toPredicate(filter: MessageFilter): (message: SentMessage) => boolean {
  if (typeof filter === 'function') return filter;
  const { chatId, contains } = filter;
  return (message) =>
    (chatId === undefined || message.chatId === chatId) &&
    (contains === undefined || message.text.includes(contains));
}

function describeFilter(filter: MessageFilter): string {
  return typeof filter === 'function' ? filter.toString() : JSON.stringify(filter);
}

function describeArrival(message: SentMessage, startedAt: number, isClaimed: boolean): string {
  const seconds = ((message.arrivedAt - startedAt) / 1000).toFixed(3);
  const claim = isClaimed ? ' (already claimed)' : '';
  return `  +${seconds} s → chat ${message.chatId}, message ${message.messageId}${claim}: ${JSON.stringify(message.text)}`;
}
