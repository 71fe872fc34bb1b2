import type { ReactNode } from 'react';

/** A final figure: the double rule beneath it means 'this is the sum', and is used for nothing else. */
export function DoubleRule({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block border-b-[3px] [border-bottom-style:double] border-current font-semi whitespace-nowrap tabular-nums">
      {children}
    </span>
  );
}
