import { Button } from '../../ui/button.tsx';
import { RestoredLine } from '../../ui/state-line.tsx';
import classes from './save-bar.module.css';

interface Fault {
  label: string;
  /** Refused by the server: another field may be the cause, so it is for the next save to find out. */
  byServer: boolean;
  /** Leads to the field. */
  show: () => void;
}

interface Props {
  isNew: boolean;
  /** Fields that are wrong. */
  faults: Fault[];
  busy: boolean;
  /** Whether the form was opened with what had been typed earlier. */
  restored: boolean;
  /** undefined when nothing was changed. */
  onDiscard: (() => void) | undefined;
}

const NAMED = 3;

/** Always there: says how things stand, and why nothing can be saved where nothing can. */
export function SaveBar({ isNew, faults, busy, restored, onDiscard }: Props) {
  const saved = !isNew && onDiscard === undefined;
  const faulty = faults.some(({ byServer }) => !byServer);
  const refusal = saved
    ? 'There is nothing to save.'
    : faulty
      ? 'Correct what needs attention first.'
      : undefined;
  const state = saved
    ? 'Everything is saved.'
    : isNew && !onDiscard
      ? 'Your profile has not been saved yet.'
      : 'You have unsaved changes.';
  return (
    <div className={classes.bar} data-lower-bar>
      <div className={classes.inside} data-saved={saved || undefined}>
        {restored && onDiscard !== undefined && faults.length === 0 ? (
          <div className={classes.state}>
            <RestoredLine onDiscard={onDiscard} />
          </div>
        ) : (
          <>
            <p className={classes.state} role="status">
              {faults.length === 0 ? state : <FaultLine faults={faults} />}
            </p>
            {onDiscard && <Button onClick={onDiscard}>Discard</Button>}
          </>
        )}
        <Button
          variant="primary"
          type="submit"
          writes
          busy={busy}
          disabled={refusal !== undefined}
          disabledReason={refusal}
        >
          Save profile
        </Button>
      </div>
    </div>
  );
}

/** 'Email and Website need attention.', each a way to its field. */
function FaultLine({ faults }: { faults: Fault[] }) {
  const named = faults.slice(0, NAMED);
  const more = faults.length - named.length;
  return (
    <>
      {named.map(({ label, show }, index) => (
        <span key={label}>
          {index > 0 && (index === named.length - 1 && more === 0 ? ' and ' : ', ')}
          <button type="button" className={classes.fault} onClick={show}>
            {label}
          </button>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
      {faults.length === 1 ? ' needs attention.' : ' need attention.'}
    </>
  );
}
