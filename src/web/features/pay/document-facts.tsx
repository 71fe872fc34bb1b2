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
import styles from './document-facts.module.css';
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
    <div className={styles.about}>
      <dl className={styles.parties}>
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
      {replaced && <p className={styles.replaced}>{replaced}</p>}
    </div>
  );
}

/** The seller or the buyer: a name over lines. */
function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{name}</dd>
      {lines.map((line, index) => (
        // Two lines may say the same, and none ever moves.
        // oxlint-disable-next-line react/no-array-index-key
        <dd key={index} className={styles.address} dir="auto">
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
    <dl className={styles.meta}>
      {dates.map(([label, date]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.date}>{formatDate(date)}</dd>
        </div>
      ))}
      {facts.map(({ label, value }) => (
        <div key={label} data-long={value.length > LONG_FACT || undefined}>
          <dt>{label}</dt>
          <dd className={styles.fact} dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
