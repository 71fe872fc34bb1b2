import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { greetingName } from '../../../shared/accounts/display-name.ts';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { useUser } from '../../lib/session.ts';
import { cx } from '../../ui/cx.ts';
import { formatInvoiceCount, formatInEachCurrency, weekdayAndDate } from './money-labels.ts';

/** The first thing that is said: what is owed, what of it is overdue; and what day it is. */
export function MoneySentence({ figures, fresh }: { figures: Dashboard; fresh: boolean }) {
  const { today } = figures;
  return (
    <SentenceLine
      aside={
        <time className="whitespace-nowrap text-muted max-md:hidden" dateTime={today}>
          {weekdayAndDate(today)}
        </time>
      }
    >
      {fresh ? <Welcome /> : <Owed figures={figures} />}
    </SentenceLine>
  );
}

/** The line over everything else, and what stands at its end. */
export function SentenceLine({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-5 flex min-h-7 items-baseline gap-4 max-md:mb-4 max-md:block">
      <p className="flex-1 text-20 leading-[1.4] tracking-[-0.014em] text-pretty text-ink-2 max-md:text-[1.1875rem] max-md:leading-[1.36]">
        {children}
      </p>
      {aside}
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
  const outstanding = formatInEachCurrency(figures, 'outstanding');
  const overdue = formatInEachCurrency(figures, 'overdue');
  if (outstanding.length === 0) {
    return <>Nobody owes you anything. Every invoice that you have sent is paid.</>;
  }
  return (
    <>
      You are owed <Sums sums={outstanding} />.{' '}
      {/* What its owner calls overdue before its day is not late yet. */}
      {overdue.length === 0 ? (
        'Nothing is overdue.'
      ) : (
        <>
          Of this, <Sums sums={overdue} isLate /> on {formatInvoiceCount(count).toLowerCase()}{' '}
          {count === 1 ? 'is' : 'are'} overdue.
        </>
      )}
    </>
  );
}

/** A sentence with more sums than this is not read any more; the figures beneath have all of them. */
const SAID = 3;

/** '$1,200.00', '$1,200.00 and €300.00', '$1,200.00, €300.00 and amounts in 4 other currencies'. */
function Sums({ sums, isLate = false }: { sums: readonly Money[]; isLate?: boolean }) {
  const said = sums.length > SAID ? sums.slice(0, SAID - 1) : sums;
  const rest = sums.length - said.length;
  const strong = cx('font-[640] tabular-nums', isLate ? 'text-overdue' : 'text-ink');
  return (
    <>
      {said.map((sum, index) => (
        <Fragment key={sum.currency}>
          {index > 0 && (rest === 0 && index === said.length - 1 ? ' and ' : ', ')}
          <b className={strong}>{formatMoney(sum)}</b>
        </Fragment>
      ))}
      {rest > 0 && (
        <>
          {' '}
          and <b className={strong}>amounts in {rest} other currencies</b>
        </>
      )}
    </>
  );
}
