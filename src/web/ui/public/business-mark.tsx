import { useState } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { cx } from '../cx.ts';
import { initials } from '../initials.ts';

/** Logo and name of the business: its face, not ours. */
export function BusinessMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  const hasLogo = logoUrl && !broken;
  return (
    <div className="flex items-center gap-3.5 text-[17px] leading-[1.25] font-[600] tracking-[-0.012em] phone:gap-3 phone:text-[16px]">
      <span
        className={cx(
          'grid h-14 flex-none place-items-center overflow-hidden rounded-lg bg-white text-[19px] font-[680] tracking-[-0.01em] text-solid phone:h-11 phone:rounded-[10px] phone:text-[16px]',
          hasLogo ? 'max-w-38 min-w-14 p-2 phone:min-w-11 phone:p-1.5' : 'w-14 phone:w-11',
        )}
        aria-hidden={hasLogo ? undefined : true}
      >
        {hasLogo ? (
          <img
            className="block h-10 max-w-full object-contain phone:h-8"
            src={logoUrl}
            alt=""
            onError={() => setBroken(true)}
          />
        ) : (
          initials(name, '•')
        )}
      </span>
      <span className="line-clamp-3 wrap-anywhere" dir="auto">
        {name}
      </span>
    </div>
  );
}

/** The amount of a page, set smaller where one line would not hold it otherwise. */
export function FittedAmount({ amount, className }: { amount: Money; className: string }) {
  const text = formatMoney(amount);
  const fontSize = `min(1em, calc(100cqi / ${(text.length * 0.57).toFixed(2)}))`;
  return (
    <p className={cx('@container font-[600] tracking-[-0.03em] tabular-nums', className)}>
      <span className="block whitespace-nowrap" style={{ fontSize }}>
        {text}
      </span>
    </p>
  );
}
