/** How a customer's payments are shown, and what can be done with each. */

import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { paidWith } from '../../../shared/invoices/invoice-status.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';
import { countsAsReceived } from '../../../shared/payments/balance.ts';
import { orpc } from '../../lib/api.ts';
import { IconButton } from '../../ui/button.tsx';
import { IconDots } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import type { AccountList, OfCustomer } from './account-columns.tsx';
import { dateColumn } from './account-columns.tsx';

export interface AccountPaymentCommands {
  apply: (payment: AccountPayment) => void;
  undo: (payment: AccountPayment) => void;
  /** Absent where the customer has no address. */
  sendReceipt: ((payment: AccountPayment) => void) | undefined;
}

const formatMethod = (payment: AccountPayment): string => paidWith(payment) ?? 'Payment';

/** What became of it, where that is more than that it came, and what of it settles nothing. */
function paymentState(payment: AccountPayment): string | undefined {
  const { status, refundedAmount, currency } = payment;
  if (status !== 'completed') return STATES[status];
  const refunded = money(refundedAmount, currency);
  const credit = leftAsCredit(payment);
  const parts = [
    isPositive(refunded) && `${formatMoney(refunded)} refunded`,
    isPositive(credit) && `${formatMoney(credit)} credit`,
  ].filter((words) => words !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

const STATES = {
  pending: 'Pending',
  failed: 'Failed',
  reversed: 'Undone',
  refunded: 'Refunded',
  review: 'In review',
} as const;

const leftAsCredit = ({ unappliedAmount, currency }: AccountPayment) =>
  money(unappliedAmount, currency);

/** The invoices that it settles; of one that does not count, those that it was for. */
const invoicesOf = ({ allocations, wasFor }: AccountPayment) => [...allocations, ...wasFor];

/** The invoices, and beneath them what became of it. */
function For({ payment }: { payment: AccountPayment }) {
  const state = paymentState(payment);
  const invoices = invoicesOf(payment);
  return (
    <span className="block leading-[18px]">
      {invoices.length > 0 && (
        <span className="block truncate">
          {invoices.map(({ invoiceId, invoiceNumber }, index) => (
            <span key={invoiceId}>
              {index > 0 && ', '}
              <Link to={`/invoices/${invoiceId}`}>{shownNumber(invoiceNumber)}</Link>
            </span>
          ))}
        </span>
      )}
      {state && <small className="block truncate text-12 leading-4 text-muted">{state}</small>}
    </span>
  );
}

/** What can be done with it by whom it came to. */
function paymentActions(payment: AccountPayment, commands: AccountPaymentCommands): MenuAction[] {
  if (!countsAsReceived(payment)) return [];
  const { sendReceipt } = commands;
  const isByHand = payment.provider === null;
  const actions: MenuAction[] = [];
  if (isPositive(leftAsCredit(payment))) {
    const apply = () => commands.apply(payment);
    actions.push({ label: 'Apply to an invoice', writes: true, onClick: apply });
  }
  if (isByHand && sendReceipt && payment.allocations.length > 0) {
    const send = () => sendReceipt(payment);
    actions.push({ label: 'Send receipt', writes: true, onClick: send });
  }
  if (isByHand) {
    const undo = () => commands.undo(payment);
    actions.push({ label: 'Undo payment', writes: true, onClick: undo });
  }
  return actions;
}

const describePayment = (row: AccountPayment) =>
  `${formatMoney(row)}, ${formatDate(row.paymentDate)}`;

function Receipt({ payment, className }: { payment: AccountPayment; className?: string }) {
  return (
    <ServerLink
      className={className}
      href={`/api/payments/${payment.id}/receipt.pdf`}
      aria-label={`Receipt of ${describePayment(payment)}`}
    >
      Receipt
    </ServerLink>
  );
}

function RowMenu({ payment, actions }: { payment: AccountPayment; actions: MenuAction[] }) {
  if (actions.length === 0) return null;
  const label = `Actions for the payment of ${describePayment(payment)}`;
  return (
    <Menu
      label={label}
      target={<IconButton size="sm" tooltip={false} label={label} icon={IconDots} />}
      groups={[actions]}
    />
  );
}

export const paymentList = (
  commands: AccountPaymentCommands,
): AccountList<AccountPayment, OfCustomer> => ({
  call: orpc.payments.list,
  label: 'Payments',
  none: 'No payments from this customer yet.',
  columns: [
    dateColumn('Date', ({ paymentDate }) => paymentDate),
    { title: 'Method', width: 164, roomy: true, render: formatMethod },
    { title: 'Reference', render: ({ reference }) => <bdi>{reference}</bdi>, roomy: 'much' },
    { title: 'For', render: (row) => <For payment={row} /> },
    { title: 'Amount', kind: 'amount', render: (row) => formatMoney(row) },
    {
      title: 'Receipt',
      width: 116,
      render: (row) =>
        countsAsReceived(row) && (
          <span className="flex items-center justify-between gap-2">
            <Receipt payment={row} />
            <RowMenu payment={row} actions={paymentActions(row, commands)} />
          </span>
        ),
    },
  ],
  card: (row) => {
    const [first, ...others] = invoicesOf(row);
    const invoice =
      first &&
      `${shownNumber(first.invoiceNumber)}${others.length > 0 ? ` + ${others.length}` : ''}`;
    const way = 'min-h-11 cursor-pointer border-0 bg-transparent px-2 py-3 text-accent';
    return {
      to: first && `/invoices/${first.invoiceId}`,
      name: row.reference ?? formatMethod(row),
      amount: formatMoney(row),
      below: [formatDate(row.paymentDate), invoice].filter(Boolean).join(' · '),
      end: paymentState(row),
      children: countsAsReceived(row) && (
        <span className="-mt-2.5 flex flex-wrap gap-x-1 px-2 pb-1.5 text-13">
          <Receipt payment={row} className={way} />
          {paymentActions(row, commands).map(({ label, onClick }) => (
            <button
              key={label}
              type="button"
              className={way}
              aria-label={`${label}: ${describePayment(row)}`}
              onClick={onClick}
            >
              {label}
            </button>
          ))}
        </span>
      ),
    };
  },
});
