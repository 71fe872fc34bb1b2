import type { ReactNode } from 'react';
import { SAMPLE_INVOICE, SAMPLE_MARK } from '../lib/sample-invoice.ts';
import { cx } from '../ui/cx.ts';

interface Props {
  /** Where it lies, and how large its parts are: custom properties from `--head-gap` to `--way`. */
  className: string;
  code: ReactNode;
  /** What the code is for. */
  scan: string;
}

const invoice = SAMPLE_INVOICE;
const BRAND = 'text-[#1c5b43]';
const QUIET = 'block text-doc-muted';
const ROW =
  'grid grid-cols-(--columns) *:first:pr-(--description-gap,0) *:not-first:text-right *:not-first:tabular-nums *:nth-3:[display:var(--price,block)]';

/** What the product makes: an invoice of a business that could be yours. A picture, and paper in both themes. */
export function SampleDocument({ className, code, scan }: Props) {
  const label = cx(QUIET, 'text-(length:--small)');
  const fact = 'block font-[560]';
  return (
    <div className={cx('absolute rounded-[3px] bg-doc text-doc-ink', className)}>
      <div className="mb-6 flex items-start justify-between gap-(--head-gap)">
        <div>
          <svg width="36" height="36" viewBox="0 0 40 40" className={BRAND}>
            <path
              fill="none"
              stroke="currentColor"
              strokeWidth="3.2"
              strokeLinecap="round"
              d={SAMPLE_MARK}
            />
          </svg>
          <b className="mt-2 block text-(length:--seller) font-[660] tracking-[-0.01em]">
            {invoice.business.name}
          </b>
          <span className={QUIET}>{invoice.business.address}</span>
        </div>
        <div className="flex-none text-right">
          <strong
            className={cx(
              BRAND,
              'text-(length:--heading) leading-none font-[600] tracking-[-0.03em]',
            )}
          >
            Invoice
          </strong>
          <span className={cx(QUIET, 'mt-1.5')}>{invoice.invoiceNumber}</span>
        </div>
      </div>
      <div className="mb-4 grid grid-cols-[1.5fr_1fr_1fr] gap-3 border-t-[1.5px] border-b border-t-[#1c5b43] border-b-doc-line py-[11px]">
        <p>
          <span className={label}>Bill to</span>
          <b className={fact}>{invoice.customer.name}</b>
          {invoice.customer.place}
        </p>
        <p>
          <span className={label}>Issued</span>
          <b className={fact}>{invoice.issueDate}</b>
        </p>
        <p>
          <span className={label}>Due</span>
          <b className={fact}>{invoice.dueDate}</b>
        </p>
      </div>
      <p className={cx(ROW, 'pb-1.5 text-(length:--small) font-[520] text-doc-muted')}>
        <span>Description</span>
        <span>Qty</span>
        <span>Price</span>
        <span>Amount</span>
      </p>
      {invoice.lines.map((line) => (
        <p key={line.description} className={cx(ROW, 'border-t border-doc-line py-(--line-space)')}>
          <span>{line.description}</span>
          <span>{line.quantity}</span>
          <span>${line.unitPrice}</span>
          <span>${line.total}</span>
        </p>
      ))}
      <SampleTotals className="ml-auto w-(--totals) max-w-full border-t border-doc-line pt-2 tabular-nums *:py-[2.5px] *:last:mt-[5px] *:last:[border-top:1px_solid] *:last:[border-bottom:3px_double] *:last:pt-[7px] *:last:pb-1.5 *:last:text-(length:--total) *:last:font-[680] *:last:tracking-[-0.01em]" />
      <div className="mt-5.5 flex items-center gap-3 [&>svg]:size-(--code)">
        {code}
        <div>
          <b className="block text-(length:--way) font-[620]">{scan}</b>
          <span className={QUIET}>or open the link in the email.</span>
        </div>
      </div>
    </div>
  );
}

/** Subtotal, tax and total of the sample, as the form and the document show them. */
export function SampleTotals({ className }: { className: string }) {
  const row = 'flex justify-between';
  return (
    <div className={className}>
      <p className={row}>
        <span>Subtotal</span>
        <span>{invoice.subtotal}</span>
      </p>
      <p className={row}>
        <span>{invoice.taxLabel}</span>
        <span>{invoice.taxAmount}</span>
      </p>
      <p className={row}>
        <span>Total</span>
        <span>{invoice.total}</span>
      </p>
    </div>
  );
}
