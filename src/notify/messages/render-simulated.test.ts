import { expect, test } from 'bun:test';
import { operatorTexts } from './operator-texts.ts';
import { renderSimulated } from './render-simulated.ts';

const downAt = Date.parse('2026-11-28T05:47:00+07:00');

test.each(['th', 'en'] as const)(
  'every message of the simulated board says first and last that it is simulated: %s',
  (language) => {
    const { mark, board, end } = operatorTexts[language].simulated;
    for (const recoverAt of [null, downAt + 65_000]) {
      const message = renderSimulated(
        { downAt, recoverAt },
        language,
        downAt + 65_000,
        'Asia/Bangkok',
      );
      expect(message.heading.startsWith(mark)).toBe(true);
      expect(message.html.startsWith(`<b>${mark}`)).toBe(true);
      expect(message.html.endsWith(end)).toBe(true);
      expect(message.html).toContain(board);
      expect(message.html).toContain('05:47');
      expect(message).toMatchObject({ buttons: [], outageIds: [], kind: 'test' });
    }
  },
);
