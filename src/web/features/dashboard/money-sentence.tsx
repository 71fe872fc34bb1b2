import { greetingName } from '../../../shared/accounts/display-name.ts';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { formatMoney } from '../../../shared/money/hundredths.ts';
import { useUser } from '../../lib/session.ts';
import { formatInvoiceCount, weekdayAndDate } from './money-labels.ts';
import classes from './money-sentence.module.css';

/** The first thing that is said: what is owed, what of it is overdue; and what day it is. */
export function MoneySentence({ figures, fresh }: { figures: Dashboard; fresh: boolean }) {
  const { today } = figures;
  return (
    <div className={classes.line}>
      <p>{fresh ? <Welcome /> : <Owed figures={figures} />}</p>
      <time dateTime={today}>{weekdayAndDate(today)}</time>
    </div>
  );
}

function Welcome() {
  const user = useUser();
  return (
    <>Welcome{user ? `, ${greetingName(user)}` : ''}. Your first invoice is two minutes away.</>
  );
}

function Owed({ figures }: { figures: Dashboard }) {
  const { outstanding, overdue, overdueCount: count } = figures;
  if (Number(outstanding) === 0) {
    return <>Nobody owes you anything. Every invoice that you have sent is paid.</>;
  }
  return (
    <>
      You are owed <b>{formatMoney(outstanding)}</b>.{' '}
      {count === 0 ? (
        'Nothing is overdue.'
      ) : (
        <>
          {formatInvoiceCount(count)} worth <b className={classes.late}>{formatMoney(overdue)}</b>{' '}
          {count === 1 ? 'is' : 'are'} overdue.
        </>
      )}
    </>
  );
}
