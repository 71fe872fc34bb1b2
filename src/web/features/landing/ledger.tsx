import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

/** What stands over a part of the page. */
export function SectionHeading({ className, children }: { className?: string; children: string }) {
  return (
    <h2
      className={cx(
        'font-[600] text-balance',
        className ??
          'max-w-[17em] text-[2.5rem] leading-[1.08] tracking-[-0.032em] phone:text-[2rem]',
      )}
    >
      {children}
    </h2>
  );
}

/** A part of the page under a line. */
export const PART = 'border-t border-hairline pt-16 pb-22 phone:pt-11 phone:pb-14';

interface Props {
  id?: string;
  label: string;
  /** The label is the part's heading. */
  heading?: boolean;
  children: ReactNode;
}

/** Ruled like a document: a column of labels and one of contents. */
export function Ledger({ id, label, heading = true, children }: Props) {
  const Label = heading ? 'h2' : 'p';
  return (
    <section
      id={id}
      className={cx(
        PART,
        'grid grid-cols-[220px_minmax(0,1fr)] gap-x-14 phone:block tablet:grid-cols-[140px_minmax(0,1fr)] tablet:gap-x-8 slim:block',
      )}
    >
      <Label className="pt-[7px] text-15 font-[560] text-balance phone:mb-2.5 phone:pt-0 phone:text-muted slim:mb-3.5 slim:text-muted">
        {label}
      </Label>
      {children}
    </section>
  );
}

/** A phone's upper part, which stands out of the lower edge of its place. */
export function Phone({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        'absolute top-7 left-1/2 -ml-[107px] h-60 w-53.5 rounded-t-[24px] border border-b-0 border-line bg-surface [box-shadow:var(--card-shadow)]',
        className,
      )}
    >
      {children}
    </div>
  );
}
