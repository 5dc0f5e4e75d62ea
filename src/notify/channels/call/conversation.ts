/** A call as a talk: what is said, and what each key does, whatever carries the sound. */
import type { Language } from '../../../domain/states.ts';
import type { LeftAlone } from '../../left-alone.ts';
import type { Piece, Said } from './piece-texts.ts';

/** What a call is about. `end`: a loss that was heard of by phone is over. `sure`: 9 was pressed in an alert, and is to be pressed again. */
type Subject = 'alert' | 'end' | 'sure' | 'test' | 'code';

export interface Speech {
  readonly subject: Subject;
  readonly language: Language;
  readonly pieces: readonly Said[];
  /** E.164. */
  readonly to: string;
  /** The first notification of the message. Null: nothing can be acknowledged. */
  readonly notificationId: number | null;
}

/** What whoever answered wants: it was heard, the next one is to be called, nobody is to call tonight. */
export type Wish = 'heard' | 'next' | 'rest';

/** What follows on a key. */
type Turn =
  /** This is said, and another key is waited for. */
  | { readonly asks: Speech }
  /** This is said, and the call ends. */
  | {
      readonly says: Piece;
      readonly wish: Wish | null;
      readonly leavesAlone: Parameters<LeftAlone['add']>[0] | null;
    };

export function answerKey(speech: Speech, key: string): Turn {
  const { subject } = speech;
  const says = (piece: Piece, wish: Wish | null = null): Turn => ({
    says: piece,
    wish,
    leavesAlone: null,
  });
  if (subject === 'test' || subject === 'end') return says('thanks');
  if (subject === 'code') {
    if (key !== '9') return { asks: speech };
    return { says: 'no_codes', wish: null, leavesAlone: 'call-codes' };
  }
  if (key === '1') return says('noted', 'heard');
  if (key === '2') return says('next', 'next');
  if (key !== '9') return { asks: speech };
  if (subject === 'alert') return { asks: { ...speech, subject: 'sure', pieces: ['sure'] } };
  return { says: 'rest', wish: 'rest', leavesAlone: 'call-night' };
}
