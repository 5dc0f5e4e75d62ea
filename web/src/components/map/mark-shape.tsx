import type { ReactNode } from 'react';
import { type MarkName, marks } from './map-marks.ts';

interface MarkShapeProps {
  name: MarkName;
  /** Where it stands, and how large. */
  transform: string;
  children?: ReactNode;
}

/** A mark in a drawing. */
export function MarkShape({ name, transform, children }: MarkShapeProps) {
  const { path, fill, stroke, strokeWidth } = marks[name];
  return (
    <path
      d={path}
      fill={fill === null ? 'none' : `var(${fill})`}
      stroke={stroke === null ? 'none' : `var(${stroke})`}
      strokeWidth={strokeWidth}
      transform={transform}
    >
      {children}
    </path>
  );
}
