import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Balance, Customer } from '../../../shared/customers/customer.contract.ts';
import { addressLines } from '../../../shared/documents/postal-address.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { EditAndDelete } from '../../ui/edit-and-delete.tsx';
import type { IconType } from '../../ui/icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from '../../ui/index-card.module.css';

interface Props {
  customer: Customer;
  onEdit: () => void;
  onDelete: () => void;
}

/** A customer as an index card. What is missing is said, so that all cards are one height. */
export function CustomerCard({ customer, onEdit, onDelete }: Props) {
  const { name, company, email, phone, balance, otherBalances } = customer;
  const address = addressLines({
    ...customer,
    country: customer.country === 'United States' ? null : customer.country,
  });
  return (
    <li className={cx(classes.card, classes.pressed)}>
      <div className={classes.head}>
        <Avatar name={company ?? name} size="lg" />
        <div className={classes.title}>
          <h2>
            <Link to={`/customers/${customer.id}`} className={classes.name}>
              {name}
            </Link>
          </h2>
          <p>{company ?? 'No company'}</p>
        </div>
      </div>
      <div className={classes.lines}>
        <Line icon={IconMail} missing="No email">
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </Line>
        <Line icon={IconPhone} missing="No phone">
          {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
        </Line>
        <Line icon={IconMapPin} missing="No address" tall>
          {address.length > 0 && address.map((line) => <span key={line}>{line}</span>)}
        </Line>
      </div>
      <div className={classes.foot}>
        <p className={classes.sums}>
          {[balance, ...otherBalances].map((each) => (
            <Sums key={each.currency} balance={each} />
          ))}
        </p>
        <div className={classes.actions}>
          <EditAndDelete name={name} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </li>
  );
}

/** In one currency. */
function Sums({ balance }: { balance: Balance }) {
  const { currency } = balance;
  const outstanding = money(balance.outstanding, currency);
  const invoiced = money(balance.invoiced, currency);
  if (!isPositive(invoiced) && !isPositive(outstanding)) return <span>Nothing invoiced</span>;
  return (
    <>
      {!isPositive(outstanding) ? (
        <span>Paid up</span>
      ) : (
        <span>
          Owes <b>{formatMoney(outstanding)}</b>
          <OfItOverdue balance={balance} />
        </span>
      )}
      <span>
        Invoiced <b>{formatMoney(invoiced)}</b>
      </span>
    </>
  );
}

/** What is overdue is a part of what is owed, never a sum beside it. */
function OfItOverdue({ balance: { currency, outstanding, overdue } }: { balance: Balance }) {
  const late = money(overdue, currency);
  if (!isPositive(late)) return null;
  const all = overdue === outstanding;
  return (
    <>
      ,{' '}
      <span className={classes.together}>
        <b className={classes.overdue}>{all ? 'all' : formatMoney(late)}</b> overdue
      </span>
    </>
  );
}

interface LineProps {
  icon: IconType;
  missing: string;
  tall?: boolean;
  children: ReactNode;
}

function Line({ icon, missing, tall, children }: LineProps) {
  return (
    <div className={tall ? classes.tall : undefined}>
      <Icon as={icon} />
      <p>{children || <span className={classes.none}>{missing}</span>}</p>
    </div>
  );
}
