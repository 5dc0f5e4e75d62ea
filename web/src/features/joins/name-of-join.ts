import type { OperatorQuestionAnswer } from '../../../../src/contract/devices/questions.ts';

/** Name of a request in a sentence: its site, or the end of its key. */
export function nameOfJoin(
  join: Pick<OperatorQuestionAnswer, 'site_name' | 'device_id' | 'key_code'>,
): string {
  return join.site_name ?? join.device_id ?? join.key_code;
}
