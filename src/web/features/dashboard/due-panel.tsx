import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type {
  CurrencyFigures,
  Dashboard,
  DueInvoice,
} from '../../../shared/dashboard/dashboard.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { partyName } from '../../documents/party-names.ts';
import { cx } from '../../ui/cx.ts';
import { Panel, PanelLink, PanelNote } from '../../ui/panel.tsx';
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
        <PanelNote>
          Nothing is due. Invoices you send are listed here until they are paid.
        </PanelNote>
      ) : (
        <>
          <Ageing figures={figures} />
          <ul className="overflow-hidden rounded-b">
            {due.invoices.slice(0, SHOWN).map((invoice) => {
              const { words, late } = formatDueDate(invoice, today);
              const { part, whole } = splitDue(invoice);
              return (
                <li key={invoice.id} className="border-t border-hairline">
                  <Link
                    to={`/invoices/${invoice.id}`}
                    className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-5 pt-[9px] pb-2.5 leading-5 text-inherit hover:bg-sunken hover:no-underline focus-visible:-outline-offset-2 max-md:min-h-[62px] max-md:px-4 max-md:py-[11px]"
                  >
                    <b className="truncate font-[540]">
                      <bdi>{partyName(invoice)}</bdi>
                    </b>
                    <span className="text-right font-[540] tabular-nums">{formatMoney(part)}</span>
                    <small
                      className={cx('text-13', late ? 'font-[500] text-overdue' : 'text-muted')}
                    >
                      {words}
                      {whole && `, of ${formatMoney(whole)} due`}
                    </small>
                    <small className="max-w-40 truncate text-right text-13 text-muted">
                      {shownNumber(invoice.invoiceNumber)}
                    </small>
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

/** What of an invoice is late, and all that is due where that is more; of one that is not late, all. */
function splitDue({ amountDue, amountOverdue, currency }: DueInvoice): {
  part: Money;
  whole?: Money;
} {
  const [due, late] = [money(amountDue, currency), money(amountOverdue, currency)];
  if (!isPositive(late) || compareMoney(late, due) === 0) return { part: due };
  return { part: late, whole: due };
}

const AGES = [
  { name: 'Overdue', age: 'overdue', tone: 'bg-overdue' },
  { name: 'Next 14 days', age: 'next14Days', tone: 'bg-ink-2' },
  { name: 'Later', age: 'later', tone: 'border-[1.5px] border-field' },
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
  // Each column is as wide as its longest sum.
  const characters = AGES.reduce(
    (sum, { age }) =>
      sum +
      Math.max(
        ...[first, ...others].map(
          ({ due, currency }) => formatMoney(money(due[age], currency)).length,
        ),
      ),
    0,
  );
  const isStacked = others.length > 0;
  return (
    <div className="@container px-5 pt-4 pb-3.5 max-md:px-4">
      <div className="mt-0.5 mb-2.5 flex h-2.5 gap-0.5" aria-hidden="true">
        {AGES.filter(({ age }) => isPositive(money(first.due[age], first.currency))).map(
          ({ name, age, tone }) => (
            // A width on the screen: the sums beneath carry the cents.
            <i
              key={name}
              className={cx('min-w-1 shrink basis-0 rounded-[2px]', tone)}
              style={{ flexGrow: Number(first.due[age]) }}
            />
          ),
        )}
      </div>
      <dl
        className={cx(
          'flex justify-between gap-3',
          isStacked && '@max-[460px]:flex-col @max-[460px]:gap-2',
        )}
        style={{ '--characters': characters } as CSSProperties}
      >
        {AGES.map(({ name, age }) => (
          <div
            key={name}
            className={cx(
              'last:text-right',
              // One below the other, with room for the longest sums.
              isStacked &&
                '@max-[460px]:grid @max-[460px]:grid-cols-[auto_1fr] @max-[460px]:text-right @max-[460px]:[&>dd]:col-start-2 @max-[460px]:[&>dd]:text-[1em]',
            )}
          >
            <dt className="text-12 leading-5 whitespace-nowrap text-muted">{name}</dt>
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

/** Three long sums are set smaller: they stand in one line, and none of them is cut. */
function Sum({ of, age }: { of: Pick<CurrencyFigures, 'due' | 'currency'>; age: Age }) {
  const sum = money(of.due[age], of.currency);
  return (
    <dd
      className={cx(
        'text-[length:min(1em,(100cqi-24px)/(var(--characters)*0.6))] leading-5 font-[580] whitespace-nowrap tabular-nums',
        age === 'overdue' && isPositive(sum) && 'text-overdue',
      )}
    >
      {formatMoney(sum)}
    </dd>
  );
}
