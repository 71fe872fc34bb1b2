import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { money } from '../../../shared/money/money.ts';
import { DocumentCard } from '../../documents/document-card.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconCalendar, IconCalendarOff, IconFileInvoice } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { EstimateCommands } from './estimate-menu.ts';
import { estimateMenu } from './estimate-menu.ts';
import { expiryLabel } from './format-expiry-date.ts';

interface Props {
  estimate: Estimate;
  commands: EstimateCommands;
}

/** An estimate as an index card: who it is for, how long it holds, and what it comes to. */
export function EstimateCard({ estimate, commands }: Props) {
  const { id, status, invoice, total, currency } = estimate;
  const { today } = useBusiness();
  const number = shownNumber(estimate.estimateNumber);
  const menu = estimateMenu(estimate, commands);
  return (
    <DocumentCard
      page={`/estimates/${id}`}
      number={number}
      customer={estimate.customer}
      undelivered={estimate.undelivered}
      badge={<EstimateBadge status={status} isViewed={estimate.viewedAt !== null} />}
      facts={[
        { icon: IconCalendar, label: 'Issued', value: formatDate(estimate.issueDate) },
        {
          icon: IconCalendarOff,
          label: expiryLabel(estimate, today),
          value: formatDate(estimate.expiryDate),
        },
      ]}
      total={money(total, currency)}
      view={menu.view}
      menu={[
        [menu.edit, menu.duplicate, menu.download],
        [menu.share, menu.sendEmail],
        status === 'draft' ? [menu.convert] : [],
        status === 'sent' ? [menu.accept, menu.reject] : [],
        [menu.remove],
      ]}
    >
      {status === 'draft' && (
        <Button
          size="sm"
          variant="quiet"
          icon={IconFileInvoice}
          title="Convert to Invoice"
          aria-label={`Convert ${number} to an invoice`}
          writes
          onClick={() => commands.convert(estimate)}
        >
          Convert
        </Button>
      )}
      {invoice && <Became invoice={invoice} />}
    </DocumentCard>
  );
}

/** Where a draft has the button that makes it: the invoice, with its number to be seen. */
function Became({ invoice }: { invoice: NonNullable<Estimate['invoice']> }) {
  const { id, deleted } = invoice;
  const number = shownNumber(invoice.invoiceNumber);
  const words = `Became ${number}${deleted ? ', which was deleted' : ''}`;
  return (
    // An amount and a number that are long together stand in two lines, neither of them cut.
    <p className="flex min-w-0 items-center gap-1.5 pr-1.5 whitespace-nowrap" title={words}>
      <Icon as={IconFileInvoice} />
      <VisuallyHidden>Became</VisuallyHidden>
      {deleted ? (
        <s className="truncate">{number}</s>
      ) : (
        <Link to={`/invoices/${id}`} className="truncate py-1 text-inherit max-md:py-3">
          {number}
        </Link>
      )}
      {deleted && <VisuallyHidden>, which was deleted</VisuallyHidden>}
    </p>
  );
}
