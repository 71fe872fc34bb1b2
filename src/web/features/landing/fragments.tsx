import type { ReactNode } from 'react';
import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconBell } from '../../ui/icons.ts';
import { INITIALS } from './editor-picture.tsx';
import { Phone } from './ledger.tsx';
import { PayCode } from './pay-code.tsx';

/** What the small pictures of the features show; the first customer's amount is the sample's. */
const CUSTOMERS = [
  { initials: 'EW', name: 'Eleanor Whitcomb', owed: SAMPLE_INVOICE.total, settled: false },
  { initials: 'HC', name: 'Halden Coffee', owed: '$0.00', settled: true },
  { initials: 'PB', name: 'Pine & Bell Hotels', owed: '$2,310.00', settled: false },
  { initials: 'JO', name: 'Juno Ortega', owed: '$640.00', settled: false },
] as const;

/** Heights in percent of the tallest possible bar. */
const PROFIT = {
  total: '$61,204.18',
  months: [
    { month: 'Dec', height: 38 },
    { month: 'Jan', height: 30 },
    { month: 'Feb', height: 46 },
    { month: 'Mar', height: 52 },
    { month: 'Apr', height: 41 },
    { month: 'May', height: 63 },
    { month: 'Jun', height: 70 },
    { month: 'Jul', height: 58 },
    { month: 'Aug', height: 76 },
    { month: 'Sep', height: 66 },
    { month: 'Oct', height: 84 },
    { month: 'Nov', height: 96 },
  ],
} as const;

const EXPENSES = [
  { description: 'Meadow seed, 25 lb', day: 'Nov 18', amount: '$412.00' },
  { description: 'Van fuel', day: 'Nov 16', amount: '$86.40' },
  { description: 'Stone, 2 pallets', day: 'Nov 12', amount: '$1,150.00' },
  { description: 'Liability insurance', day: 'Nov 01', amount: '$210.00' },
] as const;

const PHONE_INVOICES = [
  { customer: 'Eleanor Whitcomb', amount: SAMPLE_INVOICE.total, due: 'Dec 05', status: 'sent' },
  { customer: 'Halden Coffee', amount: '$1,280.00', due: 'Nov 28', status: 'paid' },
  { customer: 'Pine & Bell', amount: '$2,310.00', due: 'Nov 14', status: 'overdue' },
] as const;

const invoice = SAMPLE_INVOICE;
const [, , , lastLine] = invoice.lines;

const CARD = 'rounded-[10px] border [box-shadow:var(--card-shadow)]';
const PLAIN = 'border-hairline bg-surface';

/** A line of a card: what stands first, and an amount at the right. */
function Row({
  amount,
  className,
  children,
}: {
  amount: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p
      className={cx(
        'grid items-center border-t border-hairline px-3.5 whitespace-nowrap first:border-t-0',
        className ?? 'h-[43px] grid-cols-[minmax(0,1fr)_auto_auto] gap-4',
      )}
    >
      {children}
      <span className="col-start-3 min-w-15.5 text-right tabular-nums">{amount}</span>
    </p>
  );
}

/** The last line of the invoice, and what it comes to. */
export function LinesFragment() {
  return (
    <div className={cx(CARD, PLAIN)}>
      <Row amount={lastLine?.total}>
        <span>Dry-stone edging</span>
        <span className="text-muted">
          {lastLine?.quantity} × {lastLine?.unitPrice}
        </span>
      </Row>
      <Row amount={invoice.subtotal.slice(1)}>
        <span className="text-muted">Subtotal</span>
      </Row>
      <Row amount={invoice.taxAmount.slice(1)}>
        <span className="text-muted">{invoice.taxLabel}</span>
      </Row>
      <Row amount={<b className="font-[650]">{invoice.total}</b>}>
        <b className="font-[650]">Total</b>
      </Row>
    </div>
  );
}

export function CustomersFragment() {
  return (
    <div className={cx(CARD, PLAIN)}>
      {CUSTOMERS.map(({ initials, name, owed, settled }) => (
        <Row
          key={name}
          className="h-[47px] grid-cols-[auto_minmax(0,1fr)_auto] gap-2.5"
          amount={<span className={settled ? 'text-muted' : undefined}>{owed}</span>}
        >
          <i className={cx(INITIALS, 'size-6.5 text-[0.625rem]')}>{initials}</i>
          <span>{name}</span>
        </Row>
      ))}
    </div>
  );
}

/** The customer's card: paper in both themes. */
export function PayFragment() {
  return (
    <div
      className={cx(CARD, 'mt-2 flex items-center gap-5 border-doc-line bg-doc p-5 text-doc-ink')}
    >
      <PayCode className="w-28" />
      <div className="flex-1">
        <span className="text-doc-muted">Amount due</span>
        <b className="block text-[1.375rem] leading-[1.2] font-[620] tracking-[-0.025em] tabular-nums">
          {invoice.total}
        </b>
        <span className="btn mt-2.5 min-h-8.5 w-full rounded-sm bg-[#1c5b43] px-[13px] text-[0.78125rem] text-[#fff]">
          Pay Now
        </span>
      </div>
    </div>
  );
}

export function ProfitFragment() {
  const ends = 'flex items-baseline justify-between tabular-nums';
  return (
    <div
      className={cx(
        PLAIN,
        'h-full rounded-t-[10px] border px-4.5 pt-4 [box-shadow:var(--card-shadow)]',
      )}
    >
      <p className={ends}>
        <span className="text-muted">Net Profit, last year</span>
        <b className="text-[1.1875rem] font-[640] tracking-[-0.02em]">{PROFIT.total}</b>
      </p>
      <div className="mt-3.5 flex h-24.5 items-end gap-2 border-b border-line">
        {PROFIT.months.map(({ month, height }) => (
          <i
            key={month}
            className="flex-1 rounded-t-[3px] bg-[color-mix(in_srgb,var(--accent)_26%,var(--sunken))] last:bg-accent"
            style={{ height: `${height}%` }}
          />
        ))}
      </div>
      <p className={cx(ends, 'pt-1.5 text-11 text-muted')}>
        <span>{PROFIT.months[0]?.month}</span>
        <span>{PROFIT.months.at(-1)?.month}</span>
      </p>
    </div>
  );
}

export function ExpensesFragment() {
  return (
    <div className={cx(CARD, PLAIN)}>
      {EXPENSES.map(({ description, day, amount }) => (
        <Row key={description} amount={amount}>
          <span>{description}</span>
          <span className="text-muted">{day}</span>
        </Row>
      ))}
    </div>
  );
}

const STATUSES = {
  sent: 'bg-sent-soft text-sent',
  paid: 'bg-paid-soft text-paid',
  overdue: 'bg-overdue-soft text-overdue',
};

export function PhoneFragment() {
  const row = 'grid grid-cols-[1fr_auto] gap-px';
  return (
    <Phone className="px-3.5 pt-4 pb-4">
      <p className={cx(row, 'pb-3 text-15 font-[640]')}>
        Invoices
        <Icon as={IconBell} size={16} />
      </p>
      {PHONE_INVOICES.map(({ customer, amount, due, status }) => (
        <p key={customer} className={cx(row, 'border-t border-hairline py-2')}>
          <span>{customer}</span>
          <b className="tabular-nums">{amount}</b>
          <span className="text-11 text-muted tabular-nums">Due {due}</span>
          <span
            className={cx(
              'justify-self-end rounded-[5px] px-[5px] text-[0.5625rem] leading-[17px] font-[640] tracking-[0.06em]',
              STATUSES[status],
            )}
          >
            {status.toUpperCase()}
          </span>
        </p>
      ))}
    </Phone>
  );
}
