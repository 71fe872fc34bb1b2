import { Button } from '../../ui/button.tsx';
import classes from './save-bar.module.css';

interface Props {
  shown: boolean;
  isNew: boolean;
  /** Fields that are wrong. */
  faults: number;
  busy: boolean;
  onDiscard: (() => void) | undefined;
}

/** Comes with the first change and says how things stand. */
export function SaveBar({ shown, isNew, faults, busy, onDiscard }: Props) {
  if (!shown) return null;
  const state =
    isNew && !onDiscard ? 'Your profile has not been saved yet.' : 'You have unsaved changes.';
  const trouble =
    faults === 0
      ? ''
      : faults === 1
        ? ' One field needs attention.'
        : ` ${faults} fields need attention.`;
  return (
    <div className={classes.bar} data-lower-bar>
      <div className={classes.inside}>
        <p role="status">
          {state}
          {trouble}
        </p>
        {onDiscard && <Button onClick={onDiscard}>Discard</Button>}
        <Button variant="primary" type="submit" writes busy={busy}>
          Save profile
        </Button>
      </div>
    </div>
  );
}
