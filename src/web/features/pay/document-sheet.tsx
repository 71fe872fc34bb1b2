/** The parts of a document's sheet of paper that all kinds share. */
import type { ReactNode } from 'react';
import { DOCUMENT_TITLES } from '../../../shared/documents/document-data.ts';
import type {
  PublicFigures,
  PublicLine,
} from '../../../shared/documents/public-document.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import buttons from './button.module.css';
import type { DocumentFactsProps } from './document-facts.tsx';
import { DocumentFacts } from './document-facts.tsx';
import styles from './document-sheet.module.css';
import { DownloadIcon } from './icons.tsx';
import { PoweredBy } from './powered-by.tsx';
import { Questions } from './questions.tsx';

type PublicSum = PublicFigures['sums'][number];

interface DocumentSheetProps extends Omit<DocumentFactsProps, 'facts'> {
  /** What it is called, where that is more than its kind. */
  title?: string;
  number: string;
  status: string;
  /** Instead of its status, where that would say what is not so. */
  closedAs?: string | undefined;
  /** Of its lines. */
  currency: string;
  figures: Pick<PublicFigures, 'facts' | 'taxNote' | 'remarks' | 'plan' | 'planLabel'>;
  /** None where the PDF is offered elsewhere on the page. */
  pdf: { href: string; words: string } | undefined;
  lines: readonly PublicLine[];
  totals: ReactNode;
}

/** The document itself, as a sheet of paper beside the panel. */
export function DocumentSheet({
  kind,
  title = DOCUMENT_TITLES[kind],
  number,
  status,
  closedAs,
  currency,
  figures,
  business,
  customer,
  dates,
  revision,
  pdf,
  lines,
  totals,
}: DocumentSheetProps) {
  return (
    <main className={styles.details}>
      <div className={styles.head}>
        <h1>
          {title} <bdi>{number}</bdi>
        </h1>
        <span className={styles.badge} data-status={closedAs ? 'closed' : status}>
          {(closedAs ?? status).toUpperCase()}
        </span>
        {pdf && (
          <a
            className={`${buttons.button} ${buttons.outlined}`}
            href={pdf.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <DownloadIcon />
            {pdf.words}
          </a>
        )}
      </div>
      <div className={styles.sheet}>
        <DocumentFacts
          kind={kind}
          business={business}
          customer={customer}
          dates={dates}
          facts={figures.facts}
          revision={revision}
        />
        <Lines lines={lines} currency={currency} />
        {totals}
        <Plan plan={figures.plan} planLabel={figures.planLabel} />
        {[{ label: 'Tax', text: figures.taxNote }, ...figures.remarks].map(
          ({ label, text }) =>
            text && (
              <section key={label} className={styles.remark}>
                <h2>{label}</h2>
                <p dir="auto">{text}</p>
              </section>
            ),
        )}
      </div>
      <Questions business={business} title={title} number={number} place="sheet" />
      <PoweredBy />
    </main>
  );
}

/** Characters beyond which a column of them leaves the descriptions too little room. */
const LONG_PRICE = 26;
const LONG_AMOUNT = 14;

function Lines({ lines, currency }: Pick<DocumentSheetProps, 'lines' | 'currency'>) {
  const amounts = lines.map(({ total }) => formatMoney(money(total, currency)));
  return (
    <table
      className={styles.lines}
      data-long-prices={lines.some(({ priced }) => priced.length > LONG_PRICE) || undefined}
      data-long-amounts={amounts.some((amount) => amount.length > LONG_AMOUNT) || undefined}
    >
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className={`${styles.right} ${styles.quantityHead}`}>
            Quantity × price
          </th>
          <th scope="col" className={styles.right}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const { priced } = line;
          return (
            // Lines have no name of their own here, and never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <span className={styles.description} dir="auto">
                  {line.description}
                </span>
                {line.details && (
                  <span className={styles.lineDetails} dir="auto">
                    {line.details}
                  </span>
                )}
                <span className={styles.priced} dir="ltr">
                  {priced}
                </span>
              </td>
              <td className={`${styles.right} ${styles.quantity}`} dir="ltr">
                {priced}
              </td>
              <td className={`${styles.right} ${styles.amount}`} dir="ltr">
                {amounts[index]}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The parts in which it is paid, and what became of each. */
function Plan({ plan, planLabel }: Pick<PublicFigures, 'plan' | 'planLabel'>) {
  if (plan.length === 0) return null;
  return (
    <table className={styles.plan}>
      <caption>{planLabel}</caption>
      <thead>
        <tr>
          <th scope="col">Due</th>
          <th scope="col" className={styles.right}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.map(({ number, when, amount, state }) => (
          <tr key={number}>
            <td>
              {when}
              {state && <span className={styles.lineDetails}>{state}</span>}
            </td>
            <td className={`${styles.right} ${styles.amount}`} dir="ltr">
              {amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A sum between the lines and the last one; `whole` stands out. */
export interface SheetSum extends PublicSum {
  whole?: boolean;
}

/** The sums under the lines; the last one under a double rule. */
export function SheetTotals({ sums, last }: { sums: SheetSum[]; last: SheetSum }) {
  return (
    <dl className={styles.totals}>
      {sums.map(({ label, value, place, whole }, index) => (
        // Two deposits can have the same tax of the same amount, and no sum changes its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={whole ? styles.whole : undefined} data-place={place}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd dir="ltr">{value}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{last.label}</dt>
        <dd dir="ltr">{last.value}</dd>
      </div>
    </dl>
  );
}
