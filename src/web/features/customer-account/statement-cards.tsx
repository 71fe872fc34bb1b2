import type {
  StatementAccount,
  StatementEntry,
} from '../../../shared/customers/customer-account.contract.ts';
import { describeEntry } from '../../../shared/customers/statement-document.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { RowCard, RowCards } from '../../ui/row-card.tsx';
import { entryPath } from './statement-address.ts';

interface Props {
  account: Pick<StatementAccount, 'currency'>;
  entries: readonly StatementEntry[];
}

/** A statement on the phone: what is owed more or less, and what is owed then. */
export function StatementCards({ account: { currency }, entries }: Props) {
  const sum = (amount: string) => formatMoney(money(amount, currency));
  return (
    <RowCards label={`Statement in ${currency}`}>
      {entries.map((entry) => (
        <RowCard
          key={entry.id}
          to={entryPath(entry) ?? '?show=payments'}
          name={describeEntry(entry)}
          amount={entry.debit === null ? `−${sum(entry.credit ?? '0')}` : sum(entry.debit)}
          below={formatDate(entry.date)}
          end={`Balance ${sum(entry.balance)}`}
        />
      ))}
    </RowCards>
  );
}
