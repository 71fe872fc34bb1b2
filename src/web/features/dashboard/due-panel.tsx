import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { CurrencyFigures, Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
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
          <Ageing figures={figures} />
          <ul className={classes.list}>
            {due.invoices.slice(0, SHOWN).map((invoice) => {
              const { words, late } = formatDueDate(invoice, today);
              return (
                <li key={invoice.id}>
                  <Link to={`/invoices/${invoice.id}`}>
                    <b>
                      <bdi>{partyName(invoice)}</bdi>
                    </b>
                    <span className={classes.amount}>
                      {formatMoney(money(invoice.amountDue, invoice.currency))}
                    </span>
                    <small className={cx(late && classes.late)}>{words}</small>
                    <small className={classes.number}>{shownNumber(invoice.invoiceNumber)}</small>
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

const AGES = [
  { name: 'Overdue', age: 'overdue', tone: classes.overdue },
  { name: 'Next 14 days', age: 'next14Days', tone: classes.soon },
  { name: 'Later', age: 'later', tone: classes.later },
] as const;
type Age = (typeof AGES)[number]['age'];

/**
 * The sums by age, and a bar of their shares: what is later is only outlined. The bar is of the first
 * currency in which something is due, for those of several cannot be compared.
 */
function Ageing({ figures }: { figures: Dashboard }) {
  const currencies = [figures, ...figures.otherCurrencies].filter(({ due, currency }) =>
    AGES.some(({ age }) => isPositive(money(due[age], currency))),
  );
  const [first = figures, ...others] = currencies;
  const characters = Math.max(
    ...[first, ...others].map(
      ({ due, currency }) =>
        AGES.map(({ age }) => formatMoney(money(due[age], currency))).join('').length,
    ),
  );
  return (
    <div className={classes.ageing}>
      <div className={classes.bar} aria-hidden="true">
        {AGES.filter(({ age }) => isPositive(money(first.due[age], first.currency))).map(
          ({ name, age, tone }) => (
            // A width on the screen: the sums beneath carry the cents.
            <i key={name} className={tone} style={{ flexGrow: Number(first.due[age]) }} />
          ),
        )}
      </div>
      <dl className={classes.sums} style={{ '--characters': characters } as CSSProperties}>
        {AGES.map(({ name, age }) => (
          <div key={name}>
            <dt>{name}</dt>
            <Sum of={first} age={age} />
            {others
              .filter(({ due, currency }) => isPositive(money(due[age], currency)))
              .map((each) => (
                <Sum key={each.currency} of={each} age={age} />
              ))}
          </div>
        ))}
      </dl>
    </div>
  );
}

function Sum({ of, age }: { of: Pick<CurrencyFigures, 'due' | 'currency'>; age: Age }) {
  const sum = money(of.due[age], of.currency);
  return (
    <dd className={cx(age === 'overdue' && isPositive(sum) && classes.late)}>{formatMoney(sum)}</dd>
  );
}
