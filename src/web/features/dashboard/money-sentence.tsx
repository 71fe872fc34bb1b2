import { Fragment } from 'react';
import { greetingName } from '../../../shared/accounts/display-name.ts';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { useUser } from '../../lib/session.ts';
import { formatInvoiceCount, inEach, weekdayAndDate } from './money-labels.ts';
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
  const { overdueCount: count } = figures;
  const outstanding = inEach(figures, 'outstanding');
  if (outstanding.length === 0) {
    return <>Nobody owes you anything. Every invoice that you have sent is paid.</>;
  }
  return (
    <>
      You are owed <Sums sums={outstanding} />.{' '}
      {count === 0 ? (
        'Nothing is overdue.'
      ) : (
        <>
          {formatInvoiceCount(count)} worth{' '}
          <Sums sums={inEach(figures, 'overdue')} className={classes.late} />{' '}
          {count === 1 ? 'is' : 'are'} overdue.
        </>
      )}
    </>
  );
}

/** '$1,200.00', '$1,200.00 and €300.00'. */
function Sums({ sums, className }: { sums: readonly Money[]; className?: string | undefined }) {
  return sums.map((sum, index) => (
    <Fragment key={sum.currency}>
      {index > 0 && (index === sums.length - 1 ? ' and ' : ', ')}
      <b className={className}>{formatMoney(sum)}</b>
    </Fragment>
  ));
}
