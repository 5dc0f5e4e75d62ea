import { PowerWord, shownPowers } from '../../../components/console/device-marks.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { attentionLooks } from '../attention-words.ts';
import { AttentionHeader } from './attention-card.tsx';

/**
 * The parts of what needs somebody, rendered at build time. The script before all others puts them together
 * (early/show-attention.ts).
 */
export function AttentionPicture() {
  return (
    <>
      {attentionLooks.map((look) => (
        <div key={look} data-part={look}>
          <Card className={classNames('overflow-clip', look === 'trouble' && 'border-mains-lost!')}>
            <AttentionHeader look={look} title="{title}" details="{details}" />
            <ul className="divide-y divide-line border-line border-t" data-sites />
          </Card>
        </div>
      ))}
      {shownPowers.map((power) => (
        <ul key={power} data-part={power}>
          <li className="px-4 py-3 text-sm sm:px-5">
            <div className="grid grid-cols-2 gap-x-5 gap-y-1 lg:grid-cols-[9.5rem_minmax(0,2fr)_8rem_minmax(0,1.4fr)_minmax(0,1.4fr)] lg:items-baseline">
              <span>
                <PowerWord power={power} />
              </span>
              <span className="wrap-anywhere order-1 col-span-2 line-clamp-3 min-w-0 font-semibold lg:order-none lg:col-span-1 lg:line-clamp-2">
                {'{name}'}
              </span>
              <Skeleton className="w-16" />
            </div>
          </li>
        </ul>
      ))}
    </>
  );
}
