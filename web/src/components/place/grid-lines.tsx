import { locationAt, type MapFrame, pointOf } from '../../lib/map-frame.ts';

/** Letters before a line that runs through them. */
const textClasses = 'fill-muted stroke-raised text-[11px] [paint-order:stroke]';

/** Lines of latitude and longitude with their degrees, some four of each, so that an empty map has a scale. */
export function GridLines({ frame }: { frame: MapFrame }) {
  const step = stepOf(frame.height / 3);
  const left = frame.x;
  const right = frame.x + frame.width;
  const from = locationAt({ x: left, y: frame.y + frame.height });
  const to = locationAt({ x: right, y: frame.y });
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  // Letters are laid out at the size of the page, whatever a degree is.
  const unit = frame.height / 288;
  const letters = 44 * unit;
  return (
    <g className="stroke-line">
      {multiples(step, from.latitude, to.latitude).map((latitude) => {
        const { y } = pointOf({ latitude, longitude: 0 });
        return (
          <g key={latitude}>
            <path d={`M${left},${y}H${right}`} strokeWidth={1} vectorEffect="non-scaling-stroke" />
            <text
              transform={`translate(${frame.x} ${y}) scale(${unit})`}
              x={6}
              y={-4}
              className={textClasses}
              strokeWidth={4}
            >
              {latitude.toFixed(digits)}
            </text>
          </g>
        );
      })}
      {multiples(step, from.longitude, to.longitude).map((longitude) => {
        const { x } = pointOf({ latitude: 0, longitude });
        const isCut = x + letters > right;
        return (
          <g key={longitude}>
            <path
              d={`M${x},${frame.y}V${frame.y + frame.height}`}
              strokeWidth={1}
              vectorEffect="non-scaling-stroke"
            />
            {!isCut && (
              <text
                transform={`translate(${x} ${frame.y + frame.height}) scale(${unit})`}
                x={4}
                y={-6}
                className={textClasses}
                strokeWidth={4}
              >
                {longitude.toFixed(digits)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** 1, 2 or 5 of a power of ten; at most `degrees`. */
function stepOf(degrees: number): number {
  const power = 10 ** Math.floor(Math.log10(degrees));
  return power * ([5, 2].find((times) => times * power <= degrees) ?? 1);
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, number) => (first + number) * step);
}
