import { IconBell } from '@tabler/icons-react';
import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';
import { Icon } from '../../ui/icon.tsx';
import { CUSTOMERS, EXPENSES, PHONE_INVOICES, PROFIT } from './fragment-data.ts';
import { PayCode } from './pay-code.tsx';

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
