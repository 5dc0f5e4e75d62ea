import type { AreaOutageAnswer } from '../../../../src/modules/areas/contract.ts';

/** What the sites of an area have lost; `silent`: the power or the internet, which is not known yet. */
export function areaLossOf({
  cause,
  status,
}: Pick<AreaOutageAnswer, 'cause' | 'status'>): 'mains' | 'network' | 'silent' {
  return cause === 'mains' && status === 'suspected' ? 'silent' : cause;
}
