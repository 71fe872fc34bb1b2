import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { orpc } from '../../../lib/api.ts';

/** What the customer of an open invoice has paid or been credited already, and what settles nothing yet. */
export function CustomerCredit({ invoice }: { invoice: InvoiceDetail }) {
  const { customerId: id, customer, status, currency, amountDue } = invoice;
  const isOpen = status === 'sent' || status === 'overdue';
  const { data } = useQuery(
    orpc.customerAccounts.get.queryOptions({
      input: { id },
      enabled: isOpen && isPositive(money(amountDue, currency)),
    }),
  );
  const account = data?.accounts.find((one) => one.currency === currency);
  if (!isOpen || !data || !account) return null;
  const credit = money(account.unappliedCredit, currency);
  if (!isPositive(credit)) return null;
  return (
    <p className="mb-2 text-13">
      <Link
        to={`/customers/${data.customer.id}?show=payments`}
        className="inline-block py-[3px] max-md:py-3"
      >
        <bdi>{partyNames(customer).main}</bdi> has {formatMoney(credit)} of unapplied credit
      </Link>
    </p>
  );
}
