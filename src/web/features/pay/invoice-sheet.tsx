import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatMoney, formatQuantity, formatRate } from '../../../shared/money/money.ts';
import buttons from './button.module.css';
import { DownloadIcon } from './icons.tsx';
import styles from './invoice-sheet.module.css';
import { publicPdfUrl } from './load-public-invoice.ts';
import { PoweredBy } from './powered-by.tsx';
import { amountAsked, amountReceived, senderLines } from './public-invoice-words.ts';
import { Questions } from './questions.tsx';

/** The invoice itself, as a sheet of paper beside the panel. */
export function InvoiceSheet({ publicId, data }: { publicId: string; data: PublicInvoice }) {
  const { invoice } = data;
  return (
    <main className={styles.details}>
      <div className={styles.head}>
        <h1>
          Invoice <bdi>{invoice.invoiceNumber}</bdi>
        </h1>
        <span className={styles.badge} data-status={invoice.status}>
          {invoice.status.toUpperCase()}
        </span>
        {invoice.status !== 'paid' && (
          <a
            className={`${buttons.button} ${buttons.outlined}`}
            href={publicPdfUrl(publicId)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <DownloadIcon />
            Download PDF Invoice
          </a>
        )}
      </div>
      <div className={styles.sheet}>
        <Meta data={data} />
        <Lines lines={data.lineItems} />
        <Totals invoice={invoice} />
      </div>
      <Questions data={data} place="sheet" />
      <PoweredBy />
    </main>
  );
}

function Meta({ data }: { data: PublicInvoice }) {
  const { invoice, businessProfile } = data;
  return (
    <dl className={styles.meta}>
      <div className={styles.from}>
        <dt>From</dt>
        <dd dir="auto">{businessProfile.businessName}</dd>
        {senderLines(businessProfile).map((line) => (
          <dd key={line} className={styles.address} dir="auto">
            {line}
          </dd>
        ))}
      </div>
      <div>
        <dt>Issued</dt>
        <dd className={styles.date}>{formatDate(invoice.issueDate)}</dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd className={styles.date}>{formatDate(invoice.dueDate)}</dd>
      </div>
    </dl>
  );
}

function Lines({ lines }: { lines: PublicInvoice['lineItems'] }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className={styles.right}>
            Quantity × price
          </th>
          <th scope="col" className={styles.right}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const priced = `${formatQuantity(line.quantity)} × ${formatMoney(line.unitPrice)}`;
          return (
            // Lines have no name of their own here, and never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td dir="auto">
                {line.description}
                <span className={styles.priced} dir="ltr">
                  {priced}
                </span>
              </td>
              <td className={`${styles.right} ${styles.quantity}`}>{priced}</td>
              <td className={styles.right}>{formatMoney(line.total)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Totals({ invoice }: { invoice: PublicInvoice['invoice'] }) {
  const received = amountReceived(invoice);
  const refunded = invoice.status === 'paid' ? invoice.refunded : null;
  const less = received ?? refunded;
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Subtotal</dt>
        <dd>{formatMoney(invoice.subtotal)}</dd>
      </div>
      <div>
        <dt>Tax ({formatRate(invoice.taxRate)}%)</dt>
        <dd>{formatMoney(invoice.taxAmount)}</dd>
      </div>
      {less && (
        <>
          <div className={styles.whole}>
            <dt>Total</dt>
            <dd>{formatMoney(invoice.total)}</dd>
          </div>
          <div>
            <dt>{received ? 'Received' : 'Refunded'}</dt>
            <dd>{formatMoney(`-${less}`)}</dd>
          </div>
        </>
      )}
      <div className={styles.total}>
        <dt>{received ? 'Amount due' : refunded ? 'Amount paid' : 'Total'}</dt>
        <dd>{formatMoney(less ? amountAsked(invoice) : invoice.total)}</dd>
      </div>
    </dl>
  );
}
