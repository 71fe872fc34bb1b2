import { Button } from '../../ui/button.tsx';
import { RestoredLine } from '../../ui/state-line.tsx';
import classes from './save-bar.module.css';

interface Props {
  shown: boolean;
  isNew: boolean;
  /** Fields that are wrong. */
  faults: number;
  busy: boolean;
  /** Whether the form was opened with what had been typed earlier. */
  restored: boolean;
  onDiscard: (() => void) | undefined;
}

/** Comes with the first change and says how things stand. */
export function SaveBar({ shown, isNew, faults, busy, restored, onDiscard }: Props) {
  if (!shown) return null;
  const state =
    isNew && !onDiscard ? 'Your profile has not been saved yet.' : 'You have unsaved changes.';
  const trouble =
    faults === 0
      ? ''
      : faults === 1
        ? ' One field needs attention.'
        : ` ${faults} fields need attention.`;
  const restoredOnly = restored && onDiscard !== undefined && faults === 0;
  return (
    <div className={classes.bar} data-lower-bar>
      <div className={classes.inside}>
        {restoredOnly ? (
          <div className={classes.state}>
            <RestoredLine onDiscard={onDiscard} />
          </div>
        ) : (
          <>
            <p className={classes.state} role="status">
              {state}
              {trouble}
            </p>
            {onDiscard && <Button onClick={onDiscard}>Discard</Button>}
          </>
        )}
        <Button variant="primary" type="submit" writes busy={busy}>
          Save profile
        </Button>
      </div>
    </div>
  );
}
