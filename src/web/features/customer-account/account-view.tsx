import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerAccount } from '../../../shared/customers/customer-account.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { addressLines } from '../../../shared/documents/postal-address.ts';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconCash, IconDots, IconMail, IconPlus } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { AccountFigures } from './account-figures.tsx';
import { AccountLists } from './account-lists.tsx';
import { AddressNote } from './address-note.tsx';
import { AutomaticPayment } from './automatic-payment.tsx';
import { ContactProposal, CustomerPortal } from './customer-portal.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { MergedCustomers } from './merged-customers.tsx';
import type { AccountPaymentCommands } from './payment-columns.tsx';
import { SendStatementDialog } from './send-statement-dialog.tsx';

/** What is done with a payment that is there. */
export type PaymentStep = keyof AccountPaymentCommands;

interface Props {
  customerId: number;
  onEdit: (customer: Customer) => void;
  onRecordPayment: (customer: Customer, currency: string) => void;
  onPayment: (customer: Customer, payment: AccountPayment, what: PaymentStep) => void;
}

/** One customer: what is owed, what there is, and what happened. */
export function AccountView({ customerId, ...on }: Props) {
  const account = useQuery({
    ...orpc.customerAccounts.get.queryOptions({ input: { id: customerId } }),
    refetchOnMount: 'always',
    enabled: customerId > 0,
  });
  const { data, error } = account;
  const navigate = useNavigate();
  // One that was merged leads to the customer that it was merged into.
  const found = data?.customer.id ?? customerId;
  const isMerged = found !== customerId;
  useEffect(() => {
    if (isMerged) void navigate(`/customers/${found}`, { replace: true });
  }, [isMerged, found, navigate]);
  if (!(customerId > 0) || (error instanceof ApiError && error.status === 404)) {
    return (
      <EmptyState
        title="Customer not found"
        actions={<Button to="/customers">All customers</Button>}
      >
        <p>It does not exist, or it was deleted.</p>
      </EmptyState>
    );
  }
  if (data && !isMerged) return <Found account={data} {...on} />;
  if (account.isError) {
    return <PageError title="The customer could not be loaded" {...loadFailure(account)} />;
  }
  return <PageSpinner label="Loading customer" />;
}

function Found({
  account,
  onEdit,
  onRecordPayment,
  onPayment,
}: { account: CustomerAccount } & Omit<Props, 'customerId'>) {
  const { customer, accounts } = account;
  const { main } = partyNames(customer);
  const [sending, setSending] = useState(false);
  const [merging, setMerging] = useState(false);
  const [own, ...others] = accounts;
  const step = (what: PaymentStep) => (payment: AccountPayment) =>
    onPayment(customer, payment, what);
  const payments: AccountPaymentCommands = {
    apply: step('apply'),
    undo: step('undo'),
    sendReceipt: customer.email ? step('sendReceipt') : undefined,
  };
  const menu = `More for ${main}`;
  return (
    <>
      <Breadcrumb list={{ to: '/customers', label: 'Customers' }} name={main} />
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={main} size="lg" />
        <Contact customer={customer} />
        <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
          <Button variant="primary" icon={IconPlus} to={`/invoices?new=1&customer=${customer.id}`}>
            New invoice
          </Button>
          <Button
            icon={IconCash}
            writes
            onClick={() => onRecordPayment(customer, own?.currency ?? '')}
          >
            Record payment
          </Button>
          <Button icon={IconMail} writes onClick={() => setSending(true)}>
            Send statement
          </Button>
          <Menu
            label={menu}
            sheetOnPhone
            target={
              <Button icon={IconDots} aria-label={menu}>
                More
              </Button>
            }
            groups={[
              [{ label: 'Edit', writes: true, onClick: () => onEdit(customer) }],
              others.map(({ currency }) => ({
                label: `Record payment in ${currency}`,
                writes: true,
                onClick: () => onRecordPayment(customer, currency),
              })),
              [
                {
                  label: 'Merge into another customer',
                  writes: true,
                  onClick: () => setMerging(true),
                },
              ],
            ]}
          />
        </div>
      </header>
      {customer.email && <AddressNote address={customer.email} onEdit={() => onEdit(customer)} />}
      <div className="space-y-5">
        <ContactProposal customer={customer} />
        <Part name="The account">
          <AccountFigures account={account} />
        </Part>
        <Part name="The documents and payments">
          <AccountLists account={account} payments={payments} onSend={() => setSending(true)} />
        </Part>
        {customer.notes && (
          <Panel title="Notes">
            <p className="px-5 py-4 wrap-anywhere whitespace-pre-line max-md:px-4" dir="auto">
              {customer.notes}
            </p>
          </Panel>
        )}
        <CustomerPortal customer={customer} />
        <AutomaticPayment customer={customer} />
        <MergedCustomers account={account} />
      </div>
      <SendStatementDialog customer={customer} opened={sending} onClose={() => setSending(false)} />
      <MergeDialog customer={customer} opened={merging} onClose={() => setMerging(false)} />
    </>
  );
}

function Contact({ customer }: { customer: Customer }) {
  const { main, beside } = partyNames(customer);
  const { email, phone } = customer;
  const address = addressLines(customer).join(', ');
  const link = 'py-0.5 text-inherit';
  return (
    <div className="min-w-0 flex-[1_1_320px]">
      <h2 className="text-20 tracking-[-0.01em] wrap-anywhere" dir="auto">
        {main}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-4 text-muted wrap-anywhere">
        {beside && <bdi>{beside}</bdi>}
        {email && (
          <a className={link} href={`mailto:${email}`}>
            {email}
          </a>
        )}
        {phone && (
          <a className={link} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        )}
        {address && <bdi>{address}</bdi>}
        {!beside && !email && !phone && !address && 'No contact details yet.'}
      </p>
    </div>
  );
}
