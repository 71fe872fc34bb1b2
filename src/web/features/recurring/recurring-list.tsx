/** How recurring invoices stand in their list: rows of a table, and cards on the phone. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import type { Recurring } from '../../../shared/recurring/recurring.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { hasProblem, RecurringBadge } from '../../documents/recurring-badge.tsx';
import { nameRecurring, recurringPath } from '../../documents/recurring-name.ts';
import type { Column } from '../../ui/data-table.tsx';
import { CardLine, IndexCard, Missing } from '../../ui/index-card.tsx';

const formatTotal = ({ total, currency }: Recurring) => formatMoney(money(total, currency));
const formatNext = ({ nextDate }: Recurring) =>
  nextDate === null ? <Missing>—</Missing> : formatDate(nextDate);

/** Why the next one was not made, where that is so. */
const Problem = ({ recurring }: { recurring: Recurring }) =>
  hasProblem(recurring) && <span className="text-overdue">{recurring.problem?.message}</span>;

export const recurringColumns: readonly Column<Recurring>[] = [
  {
    title: 'Name',
    kind: 'name',
    render: (recurring) => (
      <Link
        to={recurringPath(recurring)}
        className="block truncate text-inherit"
        dir="auto"
        title={nameRecurring(recurring)}
      >
        {nameRecurring(recurring)}
      </Link>
    ),
  },
  {
    title: 'Customer',
    width: '18%',
    roomy: true,
    render: ({ customer }) => <bdi title={customer.name}>{partyNames(customer).main}</bdi>,
  },
  {
    title: 'How often',
    width: '24%',
    roomy: 'much',
    render: (recurring) =>
      hasProblem(recurring) ? (
        <span title={recurring.problem?.message}>
          <Problem recurring={recurring} />
        </span>
      ) : (
        describeSchedule(recurring.schedule)
      ),
  },
  { title: 'Next', width: 124, kind: 'date', render: formatNext },
  {
    title: 'Status',
    width: 152,
    render: (recurring) => <RecurringBadge recurring={recurring} />,
  },
  { title: 'Amount', kind: 'amount', render: formatTotal },
];

export function RecurringCard({
  recurring,
  buttons,
}: {
  recurring: Recurring;
  buttons: ReactNode;
}) {
  const { customer, schedule } = recurring;
  return (
    <IndexCard
      title={nameRecurring(recurring)}
      to={recurringPath(recurring)}
      below={partyNames(customer).main}
      aside={
        <b className="self-start pr-1 text-15 font-[580] tabular-nums">{formatTotal(recurring)}</b>
      }
      foot={
        <>
          <RecurringBadge recurring={recurring} />
          <span className="self-center">Next {formatNext(recurring)}</span>
        </>
      }
      actions={buttons}
    >
      <CardLine>
        {hasProblem(recurring) ? <Problem recurring={recurring} /> : describeSchedule(schedule)}
      </CardLine>
    </IndexCard>
  );
}
