import type { Language } from '../../domain/states.ts';
import type { Message } from '../channel.ts';
import { operatorTexts } from './operator-texts.ts';
import { makeWording } from './wording.ts';

/** What became of the simulated board's power. Epoch ms. */
export interface SimulatedOutage {
  readonly downAt: number;
  /** Null: its power is still out. */
  readonly recoverAt: number | null;
}

/**
 * Says of a board that does not exist what an alert, or a recovery, would say of one that does, in the
 * same words; first and last that it is simulated. There is nothing to acknowledge, so it has no buttons.
 */
export function renderSimulated(
  { downAt, recoverAt }: SimulatedOutage,
  language: Language,
  nowMs: number,
  timezone: string,
): Message {
  const { texts, times, duration } = makeWording(language, nowMs, timezone);
  const words = operatorTexts[language].simulated;
  const [first, what] =
    recoverAt === null
      ? [texts.alertHeading('mains', 1), texts.mainsSince(times.moment(downAt), false)]
      : [
          texts.recoveryHeading('mains', 1),
          texts.over.mains({
            span: times.span(downAt, recoverAt),
            duration: duration(recoverAt - downAt),
            isAbout: false,
            flaps: 0,
          }),
        ];
  const heading = `${words.mark} ${first}`;
  const html = `<b>${heading}</b>\n<b>${words.board}</b>: ${what}\n${words.end}`;
  return { kind: 'test', language, heading, html, buttons: [], outageIds: [] };
}
