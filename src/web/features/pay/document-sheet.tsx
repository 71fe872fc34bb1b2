import type { ReactNode } from 'react';
import { DOCUMENT_TITLES } from '../../../shared/documents/document-data.ts';
import type {
  PublicFigures,
  PublicLine,
} from '../../../shared/documents/public-document.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { DownloadIcon } from '../../ui/public/icons.tsx';
import { PoweredBy } from '../../ui/public/powered-by.tsx';
/** The parts of a document's sheet of paper that all kinds share. */
import { StatusBadge } from '../../ui/public/status-badge.tsx';
import { AskForLink } from './ask-for-link.tsx';
import { Questions } from './business-face.tsx';
import type { DocumentFactsProps } from './document-facts.tsx';
import { DocumentFacts } from './document-facts.tsx';

type PublicSum = PublicFigures['sums'][number];

/** A line with what its customer may choose of it. */
export interface ShownLine extends PublicLine {
  controls?: ReactNode;
  /** Not wanted: it has no amount, and counts for nothing. */
  isLeftOut?: boolean;
}

export interface DocumentSheetProps extends Omit<DocumentFactsProps, 'facts'> {
  publicId: string;
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
  lines: readonly ShownLine[];
  totals: ReactNode;
}

/** The document itself, as a sheet of paper beside the panel. */
export function DocumentSheet({
  kind,
  publicId,
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
    <main className="flex min-w-0 flex-col px-16 pt-14 pb-10 *:w-full *:max-w-200 max-[1101px]:px-8 phone:px-5 phone:pt-7 phone:pb-[calc(24px+env(safe-area-inset-bottom))] printed:px-0 printed:py-4">
      <div className="mb-6 flex min-h-14 items-center gap-3.5 max-[1101px]:flex-wrap phone:mb-4 phone:min-h-0">
        <h1 className="min-w-0 text-[22px] leading-[1.2] font-[640] tracking-[-0.022em] wrap-anywhere phone:flex-1 phone:text-[20px]">
          {title} <bdi>{number}</bdi>
        </h1>
        <StatusBadge status={status} closedAs={closedAs} size="title" />
        {pdf && (
          <a
            className={buttonClass(
              'outlined',
              'ml-auto phone:order-3 phone:mt-1 phone:ml-0 phone:w-full printed:hidden',
            )}
            href={pdf.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <DownloadIcon />
            {pdf.words}
          </a>
        )}
      </div>
      <div className="@container rounded-[4px] border border-t-4 border-line border-t-solid bg-surface px-11 pt-10 pb-11 [box-shadow:var(--shadow)] dark:border-t-[color-mix(in_oklab,var(--solid)_70%,#fff)] max-[1101px]:px-7 phone:-mx-1 phone:w-[calc(100%+8px)] phone:max-w-none phone:px-5 phone:pt-6 phone:pb-6.5 printed:px-0 printed:py-4 printed:[border-width:1px_0_0] printed:[box-shadow:none]">
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
              <section key={label} className="mt-7">
                <h2 className="text-[14px] font-[500] text-muted">{label}</h2>
                <p className="mt-0.5 text-[15px] whitespace-pre-line wrap-anywhere" dir="auto">
                  {text}
                </p>
              </section>
            ),
        )}
      </div>
      <Questions business={business} title={title} number={number} place="sheet" />
      {status !== 'draft' && (
        <AskForLink kind={kind} publicId={publicId} businessName={business.businessName} />
      )}
      <PoweredBy place="sheet" />
    </main>
  );
}

const HEAD = 'border-b border-line-2 p-0 text-[14px] font-[500] text-muted';
const RIGHT = 'pl-5 text-right whitespace-nowrap tabular-nums';
const QUIET = 'block text-[14px] text-muted';

/** Characters beyond which a column of them leaves the descriptions too little room. */
const LONG_PRICE = 26;
const LONG_AMOUNT = 14;

function Lines({ lines, currency }: Pick<DocumentSheetProps, 'lines' | 'currency'>) {
  const amounts = lines.map(({ total, isLeftOut }) =>
    isLeftOut ? '' : formatMoney(money(total, currency)),
  );
  const isPriceBelow = lines.some(({ priced }) => priced.length > LONG_PRICE);
  const isAmountBelow = amounts.some((amount) => amount.length > LONG_AMOUNT);
  const cell = 'border-b border-line px-0 py-[15px] align-top narrow:border-0';
  return (
    <table className="w-full border-collapse text-[15.5px] leading-[1.45] narrow:block">
      <thead className="narrow:hidden">
        <tr>
          <th scope="col" className={cx(HEAD, 'pb-2.5 text-left')}>
            Description
          </th>
          {!isPriceBelow && (
            <th scope="col" className={cx(HEAD, RIGHT, 'pb-2.5')}>
              Quantity × price
            </th>
          )}
          <th scope="col" className={cx(HEAD, RIGHT, 'pb-2.5')}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody className="narrow:block">
        {lines.map((line, index) => {
          const { priced } = line;
          return (
            <tr
              // Lines have no name of their own here, and never change places.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={cx(
                'narrow:grid narrow:border-t narrow:border-line',
                isAmountBelow
                  ? 'narrow:grid-cols-1'
                  : 'narrow:grid-cols-[minmax(0,1fr)_auto] narrow:gap-4',
                line.isLeftOut && 'text-muted',
              )}
            >
              <td className={cx(cell, 'wrap-anywhere narrow:py-[13px]')}>
                <span className="block whitespace-pre-line" dir="auto">
                  {line.description}
                </span>
                {line.details && (
                  <span className={QUIET} dir="auto">
                    {line.details}
                  </span>
                )}
                <span
                  className={cx(
                    'mt-px text-[14.5px] text-muted tabular-nums',
                    isPriceBelow ? 'block' : 'hidden narrow:block',
                  )}
                  dir="ltr"
                >
                  {priced}
                </span>
                {line.controls}
              </td>
              {!isPriceBelow && (
                <td className={cx(cell, RIGHT, 'text-muted narrow:hidden')} dir="ltr">
                  {priced}
                </td>
              )}
              <td
                className={cx(
                  cell,
                  RIGHT,
                  'narrow:pl-0 narrow:pb-[13px]',
                  isAmountBelow ? 'narrow:pt-0' : 'narrow:pt-[13px]',
                )}
                dir="ltr"
              >
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
  const cell = 'border-b border-line px-0 py-[7px] align-top';
  return (
    <table className="mt-6 ml-auto w-[min(300px,100%)] border-collapse text-[15.5px] leading-[1.45] phone:w-full">
      <caption className="pb-1 text-left font-[600]">{planLabel}</caption>
      <thead>
        <tr>
          <th scope="col" className={cx(HEAD, 'py-1 text-left')}>
            Due
          </th>
          <th scope="col" className={cx(HEAD, RIGHT, 'py-1')}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.map(({ number, when, amount, state }) => (
          <tr key={number}>
            <td className={cell}>
              {when}
              {state && <span className={QUIET}>{state}</span>}
            </td>
            <td className={cx(cell, RIGHT)} dir="ltr">
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
  const row = 'flex flex-wrap justify-between gap-x-4';
  return (
    <dl className="mt-3.5 ml-auto w-fit max-w-[min(440px,100%)] min-w-[min(300px,100%)] text-[15.5px] tabular-nums narrow:mt-0 narrow:w-full narrow:max-w-none narrow:border-t narrow:border-line narrow:pt-2.5">
      {sums.map(({ label, value, place, whole }, index) => (
        <div
          // Two deposits can have the same tax of the same amount, and no sum changes its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={cx(
            row,
            place === 'part' ? 'py-0.5 pl-4 text-[14.5px]' : 'py-[5px]',
            place === 'group' && 'mt-[9px]',
            whole && 'font-[600]',
          )}
        >
          <dt className={cx('max-w-full flex-[1_1_36%] wrap-break-word', !whole && 'text-muted')}>
            <bdi>{label}</bdi>
          </dt>
          <dd className="ml-auto whitespace-nowrap" dir="ltr">
            {value}
          </dd>
        </div>
      ))}
      <div
        className={cx(
          row,
          'mt-2.5 border-t-[1.5px] border-b-4 border-ink pt-3 pb-[11px] text-[20px] font-[660] tracking-[-0.018em] [border-bottom-style:double]',
        )}
      >
        <dt className="max-w-full flex-auto wrap-break-word">{last.label}</dt>
        <dd className="ml-auto whitespace-nowrap" dir="ltr">
          {last.value}
        </dd>
      </div>
    </dl>
  );
}
