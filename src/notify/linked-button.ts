import { buttonActions } from '../domain/alerts/button-actions.ts';
import type { LinkedAction, LinkHolder } from '../domain/alerts/linked-action.ts';
import type { Language } from '../domain/states.ts';
import type { MessageButton } from './channel.ts';

/** The action of a link that stands for a button. Null: none can. */
export function linkedActionOf(
  { action, id }: MessageButton,
  holder: LinkHolder,
  language: Language,
): LinkedAction | null {
  switch (action) {
    case buttonActions.acknowledge:
      return { do: 'acknowledge', ...holder, notificationId: Number(id) };
    case buttonActions.confirm:
      return { do: 'confirm', ...holder, token: id, language };
    case buttonActions.follow:
      return { do: 'follow', ...holder, area: id, language };
    case buttonActions.unfollow:
      return { do: 'unfollow', ...holder, language };
    default:
      return null;
  }
}
