import { useId } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { formatPartLimits } from './pay-choice.ts';
import type { PayChoice } from './use-pay-choice.ts';

/** What to pay, where there is a choice. */
export function PayAmounts({ data, choice }: { data: PublicInvoice; choice: PayChoice }) {
  const id = useId();
  const { options, pays, typed, told, fault } = choice;
  if (options.length < 2) return null;
  const wrong = told ? fault : undefined;
  return (
    <fieldset className="mt-3.5 mb-4.5 min-w-0 border-0 p-0 [color-scheme:light]">
      <legend className="p-0 pb-1.5 text-[14px] text-muted">What to pay</legend>
      {options.map((option) => (
        <div
          key={option.pays}
          className="border border-b-0 border-line first-of-type:rounded-t last-of-type:rounded-b last-of-type:border-b"
        >
          <label className="flex min-h-12 cursor-pointer items-center gap-2.5 px-3.5">
            <input
              type="radio"
              className="size-4.5 accent-accent"
              name={id}
              value={option.pays}
              checked={pays === option.pays}
              onChange={() => choice.choose(option.pays)}
            />
            <span className="flex-1">{option.label}</span>
            {option.amount && (
              <b className="font-[620] tabular-nums">{formatMoney(option.amount)}</b>
            )}
          </label>
          {option.pays === 'part' && pays === 'part' && (
            <div className="pr-3.5 pb-3 pl-10.5">
              <input
                className={cx(
                  'h-11 w-full rounded border bg-surface px-3 py-0 text-ink tabular-nums',
                  wrong ? 'border-overdue' : 'border-muted',
                )}
                id={`${id}-amount`}
                aria-label={`Amount in ${data.invoice.currency}`}
                aria-invalid={wrong ? true : undefined}
                aria-describedby={`${id}-about`}
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                onChange={(event) => choice.type(event.target.value)}
              />
              <p
                id={`${id}-about`}
                className={cx(
                  'mt-1.5 text-[13.5px] text-pretty wrap-break-word',
                  wrong ? 'text-overdue' : 'text-muted',
                )}
                role="status"
              >
                {wrong ?? formatPartLimits(data)}
              </p>
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
