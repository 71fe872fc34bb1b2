import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The page around a slip. */
export const STAGE =
  'flex min-h-dvh flex-col items-center justify-center-safe px-5 pt-12 pb-8 phone:py-6';

/** A slip of paper. @param shadow of its wrapper */
export function Slip({
  shadow,
  className,
  ...section
}: ComponentProps<'section'> & { shadow: string }) {
  return (
    <div className={cx('w-full max-w-112', shadow)}>
      <section
        {...section}
        className={cx(
          'torn-off rounded-t-[10px] bg-surface px-10 pt-10 pb-12 phone:px-6 phone:pt-7 phone:pb-10',
          className,
        )}
      />
    </div>
  );
}

export function SlipHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h1
      id={id}
      className="text-[27px] leading-[1.15] font-[640] tracking-[-0.028em] text-balance phone:text-[25px]"
    >
      {children}
    </h1>
  );
}

interface NoteProps {
  icon: ReactNode;
  /** Its least height: what may stand there moves nothing. */
  className: string;
  children: ReactNode;
}

/** Beneath a dashed line: what else is to know. */
export function SlipNote({ icon, className, children }: NoteProps) {
  return (
    <p
      className={cx(
        'mt-4.5 flex gap-[9px] border-0 border-t border-dashed border-line-2 pt-4.5 text-[14.5px] leading-[1.45] text-pretty text-muted [&>svg]:mt-0.5',
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </p>
  );
}
