import { acceptQuestion, refuseQuestion } from '../../actions/devices/answer-question.ts';
import { replaceCodes } from '../../actions/keys/replace-codes.ts';
import { showKey } from '../../actions/keys/show-key.ts';
import {
  answerOperatorQuestionAnswerSchema,
  answerQuerySchema,
  answerQuestionAnswerSchema,
  keyRefParams,
  type OperatorQuestionAnswer,
  operatorQuestionsAnswerSchema,
  type QuestionAnswer,
  questionParams,
  questionsAnswerSchema,
  replaceCodesAnswerSchema,
  replaceCodesSchema,
  seenKeysAnswerSchema,
  showKeyAnswerSchema,
} from '../../contract/devices/questions.ts';
import { maskKey } from '../../domain/keys/activation-key.ts';
import { type OpenQuestion, readOpenQuestions } from '../../store/devices/join-requests.ts';
import { readSeenKeys } from '../../store/keys/seen-keys.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Joining an account';

const answers = [
  {
    verb: 'accept',
    act: acceptQuestion,
    summary: 'Say yes: the key is theirs',
    description:
      'With the key, its device joins the account, and what it has told since it was enrolled.',
    message: 'Joined',
  },
  {
    verb: 'refuse',
    act: refuseQuestion,
    summary: 'Say no: the key is not theirs',
    description: 'The key goes back to nobody, its device is released, and neither can ask again.',
    message: 'Refused',
  },
] as const;

/** Keys and devices that wait for the answer of an account's owner, or of the operator. */
export function questionRoutes(context: ApiContext): Route[] {
  return [...ownerRoutes(context), ...operatorRoutes(context)];
}

function ownerRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/join-requests',
        access: 'customer',
        tag,
        summary: 'List what waits for the own answer',
        description:
          'A key of nobody’s that was used with the phone of the account opens nothing until its owner says yes. Longest waiting first.',
        answer: questionsAnswerSchema,
      },
      ({ caller }) => ({
        ok: true as const,
        data: readOpenQuestions(monitor.store, caller.id).map(showQuestion),
      }),
    ),
    ...answers.map(({ verb, act, summary, description, message }) =>
      route(
        {
          method: 'POST',
          path: `/api/customer/join-requests/:id/${verb}`,
          access: 'customer',
          forOwner: true,
          tag,
          summary,
          description,
          params: questionParams,
          answer: answerQuestionAnswerSchema,
          errors: ['NOT_FOUND', 'CONFLICT', 'KEY_INACTIVE'],
        },
        ({ caller, params, actor, now }) => {
          const answer = { question: params.id, customerId: caller.id, by: caller.name };
          const data = showQuestion(act(monitor, answer, actor, now));
          return { ok: true as const, data, message };
        },
      ),
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/keys/:ref/show',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Show the whole code of an own key',
        description: 'Lists show its end only. The audit log keeps who looked; twenty an hour.',
        params: keyRefParams,
        answer: showKeyAnswerSchema,
        errors: ['NOT_FOUND', 'RATE_LIMITED'],
      },
      ({ caller, params, actor, now }) => {
        const { keyCode, deviceType } = showKey(monitor, caller, params.ref, actor, now);
        return { ok: true as const, data: { key_code: keyCode, device_type: deviceType } };
      },
    ),
    ...seenKeyRoutes(monitor),
  ];
}

function seenKeyRoutes(monitor: ApiContext['monitor']): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/seen-keys',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'List the own keys whose codes were seen in chats',
        description:
          'By chats of the account, in sessions that these opened, and by chats that have left it since. A new code ends that.',
        answer: seenKeysAnswerSchema,
      },
      ({ caller }) => ({
        ok: true as const,
        data: readSeenKeys(monitor.store, caller.id).map((seen) => ({
          key_id: seen.ref,
          key_code: maskKey(seen.keyCode),
          site_name: seen.siteName,
          recipient_id: seen.recipientId,
          chat: seen.chat,
          seen_at: isoTime(seen.seenAt),
        })),
      }),
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/keys/replace-codes',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Give own keys other codes',
        description:
          'All or none. The old codes open nothing from then on, and what was logged in with a key ends, but for the caller. Devices keep their tokens; each needs the new code at its next set-up only. Every chat of the account is told.',
        body: replaceCodesSchema,
        answer: replaceCodesAnswerSchema,
        errors: ['NOT_FOUND', 'KEY_INACTIVE', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => ({
        ok: true as const,
        data: replaceCodes(monitor, caller, body.key_ids, actor, now).map((key) => ({
          key_id: key.ref,
          key_code: key.keyCode,
          site_name: key.siteName,
        })),
        message: 'Codes replaced',
      }),
    ),
  ];
}

function operatorRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/join-requests',
        access: 'support',
        tag,
        summary: 'List what waits for an owner’s answer',
        description: 'Of all accounts, longest waiting first; the first 200.',
        answer: operatorQuestionsAnswerSchema,
      },
      () => ({
        ok: true as const,
        data: readOpenQuestions(monitor.store, null).map(describeQuestion),
      }),
    ),
    ...answers.map(({ verb, act, summary, description, message }) =>
      route(
        {
          method: 'POST',
          path: `/api/join-requests/:id/${verb}`,
          access: 'support',
          // With a yes the key opens the account.
          ...(verb === 'accept' && { scope: 'sessions' as const }),
          tag,
          summary: `${summary}, on the owner’s behalf`,
          description,
          params: questionParams,
          query: answerQuerySchema,
          answer: answerOperatorQuestionAnswerSchema,
          errors: ['NOT_FOUND', 'CONFLICT', 'KEY_INACTIVE'],
        },
        ({ params, query: { account }, actor, now }) => {
          const answer = { question: params.id, customerId: null, by: null, account };
          const data = describeQuestion(act(monitor, answer, actor, now));
          return { ok: true as const, data, message };
        },
      ),
    ),
  ];
}

function showQuestion(question: OpenQuestion): QuestionAnswer {
  return {
    id: question.id,
    kind: question.kind,
    device_id: question.deviceId,
    site_name: question.siteName,
    device_type: question.deviceType,
    key_code: maskKey(question.keyCode),
    asked_at: isoTime(question.askedAt),
    can_accept: question.isPhoneProven,
  };
}

function describeQuestion(question: OpenQuestion): OperatorQuestionAnswer {
  return {
    ...showQuestion(question),
    // The operator's answer counts whether or not the number was proved.
    can_accept: true,
    customer_id: question.customerId,
    customer_name: question.customerName,
    phone: question.phone,
  };
}
