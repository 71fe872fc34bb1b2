import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { CUSTOMER_LABELS } from '../../../shared/documents/document-data.ts';
import type {
  PublicBusiness,
  PublicCustomer,
  PublicFigures,
  PublicRevision,
} from '../../../shared/documents/public-document.contract.ts';
import { describeReplaced } from '../../../shared/documents/replaced-version.ts';
import { cx } from '../../ui/cx.ts';
import { senderLines } from './public-invoice-labels.ts';

export interface DocumentFactsProps {
  kind: keyof typeof CUSTOMER_LABELS;
  business: PublicBusiness;
  customer: PublicCustomer;
  /** 'Issued', then when it is due or expires. */
  dates: [label: string, date: CalendarDate][];
  facts: PublicFigures['facts'];
  revision: PublicRevision;
}

const GRID = 'grid gap-x-6 gap-y-5 text-[15px] narrow:gap-x-5 narrow:gap-y-4';
const TERM = 'mb-0.5 text-[14px] text-muted';
const VALUE = 'font-[560] wrap-anywhere';

/** What stands over the lines of a document: from whom, for whom, when, and what it replaces. */
export function DocumentFacts({
  kind,
  business,
  customer,
  dates,
  facts,
  revision,
}: DocumentFactsProps) {
  const replaced = describeReplaced(revision);
  return (
    <div className="flex flex-col gap-6 pb-8 narrow:gap-4.5 narrow:pb-5.5">
      <dl className={cx(GRID, 'grid-cols-2 narrow:order-1 @max-[271px]:grid-cols-1')}>
        <Party
          label="From"
          name={business.businessName}
          lines={[...senderLines(business), ...business.taxNumbers]}
        />
        {customer?.name && (
          <Party
            label={CUSTOMER_LABELS[kind]}
            name={customer.name}
            lines={[...customer.address, ...customer.taxNumbers]}
          />
        )}
      </dl>
      <Meta dates={dates} facts={facts} />
      {replaced && <p className="text-[14px] text-muted">{replaced}</p>}
    </div>
  );
}

/** The seller or the buyer: a name over lines. */
function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <div>
      <dt className={TERM}>{label}</dt>
      <dd className={VALUE} dir="auto">
        {name}
      </dd>
      {lines.map((line, index) => (
        // Two lines may say the same, and none ever moves.
        // oxlint-disable-next-line react/no-array-index-key
        <dd key={index} className="text-muted wrap-anywhere narrow:text-[14px]" dir="auto">
          {line}
        </dd>
      ))}
    </div>
  );
}

/** Characters beyond which a fact takes two columns: 'Oct 01 – Nov 15, 2026'. */
const LONG_FACT = 17;

function Meta({ dates, facts }: Pick<DocumentFactsProps, 'dates' | 'facts'>) {
  return (
    <dl className={cx(GRID, 'grid-flow-dense grid-cols-4 narrow:grid-cols-2')}>
      {dates.map(([label, date]) => (
        <div key={label}>
          <dt className={TERM}>{label}</dt>
          <dd className={cx(VALUE, 'whitespace-nowrap tabular-nums')}>{formatDate(date)}</dd>
        </div>
      ))}
      {facts.map(({ label, value }) => (
        <div key={label} className={cx(value.length > LONG_FACT && 'col-span-2')}>
          <dt className={TERM}>{label}</dt>
          <dd className={cx(VALUE, 'tabular-nums')} dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
