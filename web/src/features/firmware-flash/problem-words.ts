import type { TFunction } from 'i18next';
import type { FlashProblem, PartName } from './flash-state.ts';

interface ProblemWords {
  readonly kind: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly hints: readonly string[];
}

const parts = {
  bootloader: 'firmware.part.bootloader',
  'partition-table': 'firmware.part.table',
  otadata: 'firmware.part.otadata',
  app: 'firmware.part.app',
} as const satisfies Record<PartName, string>;

export function namePart(part: PartName, t: TFunction): string {
  return t(parts[part]);
}

/** What a problem is called, and what helps, in the language of the page. */
export function describeProblem(problem: FlashProblem, t: TFunction): ProblemWords {
  const error = (title: string, ...hints: readonly string[]): ProblemWords => ({
    kind: 'error',
    title,
    hints,
  });
  const part = problem.part === undefined ? '' : namePart(problem.part, t);
  switch (problem.code) {
    case 'no_port':
      return {
        ...error(
          t('firmware.problem.no_port.title'),
          t('firmware.problem.no_port.hint_buttons'),
          t('firmware.problem.no_port.hint_cable'),
          t('firmware.problem.no_port.hint_driver'),
        ),
        kind: 'info',
      };
    case 'port_busy':
      return error(
        t('firmware.problem.port_busy.title'),
        t('firmware.problem.port_busy.hint_close'),
        t('firmware.problem.port_busy.hint_replug'),
      );
    case 'connect_failed':
      return error(
        t('firmware.problem.connect_failed.title'),
        t('firmware.problem.port_busy.hint_replug'),
      );
    case 'no_loader':
      return error(
        t('firmware.problem.no_loader.title'),
        t('firmware.problem.no_loader.hint_buttons'),
        t('firmware.problem.no_loader.hint_port'),
        t('firmware.problem.no_loader.hint_cable'),
      );
    case 'port_changed':
      return {
        ...error(t('firmware.problem.port_changed.title'), t('firmware.problem.port_changed.hint')),
        kind: 'warning',
      };
    case 'wrong_chip':
      return problem.found === undefined
        ? error(t('firmware.problem.wrong_chip.unknown'), t('firmware.problem.wrong_chip.hint'))
        : error(
            t('firmware.problem.wrong_chip.title', {
              found: problem.found,
              wanted: problem.wanted ?? '',
            }),
            t('firmware.problem.wrong_chip.hint'),
          );
    case 'no_firmware':
      return error(t('firmware.problem.no_firmware.title'), t('firmware.problem.no_firmware.hint'));
    case 'fetch_failed':
      return error(
        t('firmware.problem.fetch_failed.title'),
        t('firmware.problem.fetch_failed.hint'),
      );
    case 'broken_image':
      return error(
        t('firmware.problem.broken_image.title', { part }),
        t('firmware.problem.broken_image.hint'),
      );
    case 'unplugged':
      return error(
        t('firmware.problem.unplugged.title'),
        t('firmware.problem.unplugged.hint_cable'),
        t('firmware.problem.unplugged.hint_again'),
      );
    case 'erase_failed':
      return error(
        t('firmware.problem.erase_failed.title'),
        t('firmware.problem.no_loader.hint_buttons'),
      );
    case 'write_failed':
      return error(
        t('firmware.problem.write_failed.title', { part }),
        t('firmware.problem.write_failed.hint'),
        t('firmware.problem.no_loader.hint_buttons'),
      );
    case 'verify_failed':
      return error(
        t('firmware.problem.verify_failed.title', { part }),
        t('firmware.problem.verify_failed.hint'),
      );
  }
}
