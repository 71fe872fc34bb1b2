import type { CSSProperties } from 'react';
import classes from './skeleton.module.css';

interface Props {
  /** Any CSS length; 100% when left out. */
  width?: CSSProperties['width'];
  height?: number;
  round?: boolean;
}

/** Holds a place while its content loads. */
export function Skeleton({ width = '100%', height = 12, round = false }: Props) {
  return (
    <span
      className={classes.bar}
      style={{ width, height, borderRadius: round ? height : undefined }}
      aria-hidden="true"
    />
  );
}
