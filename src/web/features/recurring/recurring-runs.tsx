import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { UndeliveredLink } from '../../documents/email/undelivered-mark.tsx';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { Panel, PanelNote } from '../../ui/panel.tsx';

type Run = RecurringDetail['runs'][number];

const OUTCOMES: Record<Run['outcome'], string> = {
  made: 'Made, and deleted since',
  skipped: 'Skipped',
  missed: 'Missed: its day passed while nothing could be made',
};

/** What became of each day, the newest first. */
export function RecurringRuns({ recurring: { runs, nextDate } }: { recurring: RecurringDetail }) {
  return (
    <Panel title="Invoices made">
      {runs.length === 0 ? (
        <PanelNote>
          {nextDate === null
            ? 'None was made.'
            : `None so far. The first is made on ${formatDate(nextDate)}.`}
        </PanelNote>
      ) : (
        <ul className="divide-y divide-hairline">
          {runs.map((run) => (
            <li
              key={run.date}
              className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 max-md:px-4"
            >
              <span className="w-28 flex-none text-muted max-md:w-full max-md:text-13">
                {formatDate(run.date)}
              </span>
              {run.invoice ? (
                <MadeInvoice invoice={run.invoice} />
              ) : (
                <span className="text-muted">{OUTCOMES[run.outcome]}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function MadeInvoice({ invoice }: { invoice: NonNullable<Run['invoice']> }) {
  const { id, invoiceNumber, standing, total, currency, undelivered } = invoice;
  return (
    <>
      <Link to={`/invoices/${id}`} className="min-w-0 flex-1 truncate py-1.5 font-[520]">
        {shownNumber(invoiceNumber)}
      </Link>
      <UndeliveredLink undelivered={undelivered} to={`/invoices/${id}`} />
      <InvoiceBadge standing={standing} />
      <b className="text-right font-[520] tabular-nums">{formatMoney(money(total, currency))}</b>
    </>
  );
}
