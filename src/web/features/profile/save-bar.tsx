import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
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
  // In one row, while there is nothing to choose.
  const stateClass = cx('flex-1 text-muted max-md:text-13', !saved && 'max-md:basis-full');
  return (
    <div
      className={cx(
        classes.bar,
        'fixed right-0 bottom-0 left-[calc(var(--w-sidebar)+1px)] z-6 border-t border-hairline bg-paper max-md:bottom-(--h-bottom-bar) max-md:left-0',
      )}
      data-lower-bar
    >
      <div
        className={cx(
          'mx-auto flex h-16 max-w-[calc(var(--w-content)+64px)] items-center gap-2.5 px-8 max-md:h-auto max-md:gap-y-2 max-md:px-4 max-md:pt-2.5 max-md:pb-3',
          !saved && 'max-md:flex-wrap max-md:*:[button]:flex-1!',
        )}
      >
        {restored && onDiscard !== undefined && faults.length === 0 ? (
          <div className={stateClass}>
            <RestoredLine onDiscard={onDiscard} />
          </div>
        ) : (
          <>
            <p className={stateClass} role="status">
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
          <button
            type="button"
            className="py-1 px-0 border-0 bg-transparent text-overdue font-med underline cursor-pointer"
            onClick={show}
          >
            {label}
          </button>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
      {faults.length === 1 ? ' needs attention.' : ' need attention.'}
    </>
  );
}
