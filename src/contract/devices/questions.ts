/** Boards and keys that ask to join an account, or joined it before its phone number was proven. */

import { z } from 'zod';
import { deviceTypes } from '../../domain/devices/device-type.ts';
import { changeAnswer, idSchema, okShape, oneAnswer, shortText, timeSchema } from '../fields.ts';
import { wordForAccountSchema } from '../people/customers.ts';
import { type OutputOf, shape } from '../shape.ts';

const questionSchema = shape(() =>
  z.object({
    id: z.string().meta({ examples: ['j12'] }),
    /** `join`: a key without an owner asks to join. `question`: a key of the account may be somebody else's. */
    kind: z.enum(['join', 'question']),
    /** Null, like the site and the type: the key has no board. */
    device_id: z
      .string()
      .nullable()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    site_name: z
      .string()
      .nullable()
      .meta({ examples: ['FaiWatch-D4E5F6'] }),
    device_type: z.enum(deviceTypes).nullable(),
    /** The code, masked but for its end. */
    key_code: z.string().meta({ examples: ['*****-*****-*****-VWYZ6'] }),
    asked_at: timeSchema,
    /** False: somebody first has to prove that the phone number of the account is theirs. */
    can_accept: z.boolean(),
  }),
);
export type QuestionAnswer = OutputOf<typeof questionSchema>;

/** A question with its account, as the operator sees it. */
const operatorQuestionSchema = shape(() =>
  questionSchema().extend({
    customer_id: idSchema,
    customer_name: z.string().meta({ examples: ['Corner shop'] }),
    /** E.164. */
    phone: z.string().meta({ examples: ['+66812345678'] }),
  }),
);
export type OperatorQuestionAnswer = OutputOf<typeof operatorQuestionSchema>;

export const questionParams = shape(() =>
  z.strictObject({
    id: shortText(20)
      .min(2, 'is required')
      .meta({ examples: ['j12'] }),
  }),
);

export const questionsAnswerSchema = shape(() => oneAnswer(z.array(questionSchema())));
export const operatorQuestionsAnswerSchema = shape(() =>
  oneAnswer(z.array(operatorQuestionSchema())),
);
export const answerQuestionAnswerSchema = shape(() => changeAnswer(questionSchema()));
export const answerOperatorQuestionAnswerSchema = shape(() =>
  changeAnswer(operatorQuestionSchema()),
);

/** The reference that lists give in place of a hidden code. */
export const keyRefParams = shape(() =>
  z.strictObject({
    ref: shortText(16)
      .min(1, 'is required')
      .meta({ examples: ['0f1e2d3c4b5a6978'] }),
  }),
);

export const showKeyAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: z.object({
      key_code: z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
      /** Of the board that it serves, or else that it was sold for. Null: it serves none, and was sold alone. */
      device_type: z.enum(deviceTypes).nullable(),
    }),
  }),
);

/** The body of an acceptance. To decline, no word about the account is needed. */
export const answerQuerySchema = shape(() => z.strictObject({ account: wordForAccountSchema() }));

/** Keys whose present codes came to be known in chats of the account, each with who has seen it. */
export const seenKeysAnswerSchema = shape(() =>
  oneAnswer(
    z.array(
      z.object({
        /** As lists call the key. */
        key_id: z.string().meta({ examples: ['0f1e2d3c4b5a6978'] }),
        /** Masked but for its end. */
        key_code: z.string().meta({ examples: ['*****-*****-*****-VWYZ6'] }),
        /** Null: it serves no board. */
        site_name: z
          .string()
          .nullable()
          .meta({ examples: ['Shop'] }),
        /** Null: the chat has left the account. */
        recipient_id: idSchema.nullable(),
        /** The present or former name of the chat. */
        chat: z.string().meta({ examples: ['Brother'] }),
        seen_at: timeSchema,
      }),
    ),
  ),
);
export type SeenKeyAnswer = OutputOf<typeof seenKeysAnswerSchema>['data'][number];

export const replaceCodesSchema = shape(() =>
  z.strictObject({
    key_ids: z.array(keyRefParams().shape.ref).min(1).max(100),
  }),
);

export const replaceCodesAnswerSchema = shape(() =>
  changeAnswer(
    z.array(
      z.object({
        key_id: z.string().meta({ examples: ['0f1e2d3c4b5a6978'] }),
        /** The new code, whole. */
        key_code: z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
        site_name: z
          .string()
          .nullable()
          .meta({ examples: ['Shop'] }),
      }),
    ),
  ),
);
