import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { formatMoney, isPositive } from '../../../shared/money/hundredths.ts';
import { partyName } from '../../documents/party-names.ts';
import { cx } from '../../ui/cx.ts';
import { Panel, PanelLink, PanelNote } from '../../ui/panel.tsx';
import classes from './due-panel.module.css';
import { formatDueDate } from './money-labels.ts';

const SHOWN = 5;

/** What is to be paid by when, and whom to ask first. */
export function DuePanel({ figures }: { figures: Dashboard }) {
  const { due, today, overdueCount, outstandingCount } = figures;
  return (
    <Panel
      title="Due and overdue"
      aside={
        outstandingCount > 0 && (
          <PanelLink to={`/invoices?status=${overdueCount > 0 ? 'overdue' : 'sent'}`}>
            {overdueCount > 0 ? 'All overdue' : 'All sent'}
          </PanelLink>
        )
      }
    >
      {outstandingCount === 0 ? (
        <PanelNote>Nothing is due. What you send is listed here until it is paid.</PanelNote>
      ) : (
        <>
          <Ageing due={due} />
          <ul className={classes.list}>
            {due.invoices.slice(0, SHOWN).map((invoice) => {
              const { words, late } = formatDueDate(invoice, today);
              return (
                <li key={invoice.id}>
                  <Link to={`/invoices/${invoice.id}`}>
                    <b>
                      <bdi>{partyName(invoice)}</bdi>
                    </b>
                    <span className={classes.amount}>{formatMoney(invoice.amountDue)}</span>
                    <small className={cx(late && classes.late)}>{words}</small>
                    <small className={classes.number}>{invoice.invoiceNumber}</small>
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** The sums by age, and a bar of their shares: what is later is only outlined. */
function Ageing({ due: { overdue, next14Days, later } }: Pick<Dashboard, 'due'>) {
  const parts = [
    { name: 'Overdue', amount: overdue, tone: classes.overdue },
    { name: 'Next 14 days', amount: next14Days, tone: classes.soon },
    { name: 'Later', amount: later, tone: classes.later },
  ];
  const characters = parts.reduce((sum, { amount }) => sum + formatMoney(amount).length, 0);
  return (
    <div className={classes.ageing}>
      <div className={classes.bar} aria-hidden="true">
        {parts
          .filter(({ amount }) => isPositive(amount))
          .map(({ name, amount, tone }) => (
            // A width on the screen: the sums beneath carry the cents.
            <i key={name} className={tone} style={{ flexGrow: Number(amount) }} />
          ))}
      </div>
      <dl className={classes.sums} style={{ '--characters': characters } as CSSProperties}>
        {parts.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={cx(name === 'Overdue' && isPositive(amount) && classes.late)}>
              {formatMoney(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
