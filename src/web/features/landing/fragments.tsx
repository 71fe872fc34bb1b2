import { IconBell } from '@tabler/icons-react';
import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';
import { Icon } from '../../ui/icon.tsx';
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

/** The last line of the invoice, and what it comes to. */
export function LinesFragment() {
  return (
    <div className="card rows">
      <p>
        <span>Dry-stone edging</span>
        <span className="quiet">
          {lastLine?.quantity} × {lastLine?.unitPrice}
        </span>
        <span>{lastLine?.total}</span>
      </p>
      <p>
        <span className="quiet">Subtotal</span>
        <span>{invoice.subtotal.slice(1)}</span>
      </p>
      <p>
        <span className="quiet">{invoice.taxLabel}</span>
        <span>{invoice.taxAmount.slice(1)}</span>
      </p>
      <p className="strong">
        <span>Total</span>
        <span>{invoice.total}</span>
      </p>
    </div>
  );
}

export function CustomersFragment() {
  return (
    <div className="card rows people">
      {CUSTOMERS.map(({ initials, name, owed, settled }) => (
        <p key={name}>
          <i className="avatar">{initials}</i>
          <span>{name}</span>
          <span className={settled ? 'quiet' : undefined}>{owed}</span>
        </p>
      ))}
    </div>
  );
}

/** The customer's card: paper in both themes. */
export function PayFragment() {
  return (
    <div className="card pay-card">
      <PayCode />
      <div>
        <span className="quiet">Amount due</span>
        <b>{invoice.total}</b>
        <span className="btn">Pay Now</span>
      </div>
    </div>
  );
}

export function ProfitFragment() {
  return (
    <div className="card profit">
      <p>
        <span className="quiet">Net Profit, last year</span>
        <b>{PROFIT.total}</b>
      </p>
      <div className="bars">
        {PROFIT.months.map(({ month, height }) => (
          <i key={month} style={{ height: `${height}%` }} />
        ))}
      </div>
      <p className="axis">
        <span>{PROFIT.months[0]?.month}</span>
        <span>{PROFIT.months.at(-1)?.month}</span>
      </p>
    </div>
  );
}

export function ExpensesFragment() {
  return (
    <div className="card rows">
      {EXPENSES.map(({ description, day, amount }) => (
        <p key={description}>
          <span>{description}</span>
          <span className="quiet">{day}</span>
          <span>{amount}</span>
        </p>
      ))}
    </div>
  );
}

export function PhoneFragment() {
  return (
    <div className="phone list">
      <p className="list-head">
        Invoices
        <Icon as={IconBell} size={16} />
      </p>
      {PHONE_INVOICES.map(({ customer, amount, due, status }) => (
        <p key={customer}>
          <span>{customer}</span>
          <b>{amount}</b>
          <span className="quiet">Due {due}</span>
          <span className={`status ${status}`}>{status.toUpperCase()}</span>
        </p>
      ))}
    </div>
  );
}
