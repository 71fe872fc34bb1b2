/** How customers stand in their list: rows of a table, and cards on the phone. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Balance, Customer } from '../../../shared/customers/customer.contract.ts';
import { addressLines } from '../../../shared/documents/postal-address.ts';
import { formatMoney, isPositive, isSameAmount, money } from '../../../shared/money/money.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { IconMail, IconMapPin, IconPhone } from '../../ui/icons.ts';
import { CardFigure, CardLine, IndexCard, Missing } from '../../ui/index-card.tsx';

export const customerPath = ({ id }: Customer) => `/customers/${id}`;

const buildPhoneAddress = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;
const readAddress = (customer: Customer) =>
  addressLines({
    ...customer,
    country: customer.country === 'United States' ? null : customer.country,
  });
const readBalances = ({ balance, otherBalances }: Customer) => [balance, ...otherBalances];

const dash = <Missing>—</Missing>;

export const CUSTOMER_COLUMNS: readonly Column<Customer>[] = [
  {
    title: 'Name',
    kind: 'name',
    render: (customer) => (
      <Link to={customerPath(customer)} dir="auto" title={customer.name}>
        {customer.name}
      </Link>
    ),
  },
  {
    title: 'Company',
    width: '17%',
    render: ({ company }) => (company ? <bdi title={company}>{company}</bdi> : dash),
  },
  {
    title: 'Email',
    width: '19%',
    roomy: 'much',
    render: ({ email }) =>
      email ? (
        <a href={`mailto:${email}`} title={email}>
          {email}
        </a>
      ) : (
        dash
      ),
  },
  {
    title: 'Phone',
    width: 132,
    roomy: 'most',
    render: ({ phone }) => (phone ? <a href={buildPhoneAddress(phone)}>{phone}</a> : dash),
  },
  {
    title: 'Balance',
    width: 292,
    render: (customer) =>
      readBalances(customer).map((balance) => (
        <span key={balance.currency} className="block truncate">
          <Owed balance={balance} />
        </span>
      )),
  },
];

/** What is missing is said, so that all cards are one height. */
export function CustomerCard({ customer, buttons }: { customer: Customer; buttons: ReactNode }) {
  const { name, company, email, phone } = customer;
  const address = readAddress(customer);
  const link = 'relative text-inherit';
  return (
    <IndexCard
      lead={<Avatar name={company ?? name} size="lg" />}
      title={name}
      to={customerPath(customer)}
      below={company ?? 'No company'}
      foot={readBalances(customer).map((balance) => (
        <Sums key={balance.currency} balance={balance} />
      ))}
      actions={buttons}
    >
      <CardLine icon={IconMail}>
        {email ? (
          <a className={link} href={`mailto:${email}`}>
            {email}
          </a>
        ) : (
          <Missing>No email</Missing>
        )}
      </CardLine>
      <CardLine icon={IconPhone}>
        {phone ? (
          <a className={link} href={buildPhoneAddress(phone)}>
            {phone}
          </a>
        ) : (
          <Missing>No phone</Missing>
        )}
      </CardLine>
      <CardLine icon={IconMapPin} tall>
        {address.length === 0 && <Missing>No address</Missing>}
        {address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </CardLine>
    </IndexCard>
  );
}

/** In one currency. */
function Sums({ balance }: { balance: Balance }) {
  const invoiced = money(balance.invoiced, balance.currency);
  return (
    <>
      <span>
        <Owed balance={balance} />
      </span>
      {(isPositive(invoiced) || isPositive(money(balance.outstanding, balance.currency))) && (
        <span>
          Invoiced <CardFigure>{formatMoney(invoiced)}</CardFigure>
        </span>
      )}
    </>
  );
}

/** What is owed; what of it is overdue is a part of that, never a sum beside it. */
function Owed({ balance: { currency, invoiced, outstanding, overdue } }: { balance: Balance }) {
  const owed = money(outstanding, currency);
  const late = money(overdue, currency);
  if (!isPositive(owed))
    return isPositive(money(invoiced, currency)) ? 'Paid up' : 'Nothing invoiced';
  return (
    <>
      Owes <CardFigure>{formatMoney(owed)}</CardFigure>
      {isPositive(late) && (
        <>
          ,{' '}
          <span className="whitespace-nowrap">
            <b className="font-[560] text-overdue tabular-nums">
              {isSameAmount(overdue, outstanding, currency) ? 'all' : formatMoney(late)}
            </b>{' '}
            overdue
          </span>
        </>
      )}
    </>
  );
}
