import { classNames } from '../../../lib/class-names.ts';
import { type PowerState, powerStates } from '../../../lib/power-state.ts';
import { powerStateStyles } from '../power-state-style.ts';

/** What fills the shape of a state: a class, or a texture of `RibbonTextures`. */
export function shapeProps(state: PowerState, id: string): { className?: string; fill?: string } {
  const { fill, texture } = powerStateStyles[state];
  if (texture === 'plain') return { className: fill };
  if (texture === 'outline') return { className: 'fill-none stroke-3 stroke-strong' };
  return { fill: `url(#${id}${state})` };
}

/** The textures of the states, once per drawing. Classes only: no inline style, no colour named here. */
export function RibbonTextures({ id }: { id: string }) {
  return (
    <defs>
      {powerStates.map((state) => (
        <Texture key={state} id={`${id}${state}`} state={state} />
      ))}
    </defs>
  );
}

function Texture({ id, state }: { id: string; state: PowerState }) {
  const { fill, texture } = powerStateStyles[state];
  const common = { id, patternUnits: 'userSpaceOnUse' } as const;
  switch (texture) {
    case 'stripes':
      return (
        <pattern {...common} width="7" height="7" patternTransform="rotate(45)">
          <rect width="7" height="7" className={classNames(fill, 'opacity-35')} />
          <rect width="3.5" height="7" className={fill} />
        </pattern>
      );
    case 'thin-stripes':
      return (
        <pattern {...common} width="6" height="6" patternTransform="rotate(-45)">
          <rect width="6" height="6" className={classNames(fill, 'opacity-15')} />
          <rect width="1.75" height="6" className={fill} />
        </pattern>
      );
    case 'lines':
      return (
        <pattern {...common} width="4" height="4">
          <rect width="4" height="4" className={classNames(fill, 'opacity-55')} />
          <rect width="4" height="2" className={fill} />
        </pattern>
      );
    case 'dots':
      return (
        <pattern {...common} width="6" height="6">
          <rect width="6" height="6" className={classNames(fill, 'opacity-35')} />
          <circle cx="3" cy="3" r="1.7" className={fill} />
        </pattern>
      );
    default:
      return null;
  }
}
