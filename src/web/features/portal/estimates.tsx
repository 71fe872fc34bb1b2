import type { PortalEstimate } from '../../../shared/customer-portal/portal.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { PdfLink } from './open-invoices.tsx';
import { Entry, List, Section } from './section.tsx';
import { useListed } from './use-listed.ts';

/** Estimates that wait for an answer, which is given on their own page. */
export function WaitingEstimates({ today }: { today: string }) {
  const list = useListed<PortalEstimate>('/estimates?status=waiting');
  if (list.items?.length === 0) return null;
  return (
    <Section title="Estimates for you">
      <List list={list} empty="">
        {({ publicId, number, total, currency, expiryDate }) => (
          <Entry key={publicId}>
            <div className="min-w-0 flex-[1_1_150px]">
              <a
                className="font-[600] text-ink underline decoration-line-2 underline-offset-3 wrap-anywhere"
                href={`/view-estimate/${publicId}`}
              >
                <bdi>{number}</bdi>
              </a>
              <p className="text-[14.5px] text-muted">
                {expiryDate < today ? 'Expired' : 'Valid until'} {formatDate(expiryDate)}
              </p>
            </div>
            <p className="ml-auto font-[600] whitespace-nowrap tabular-nums" dir="ltr">
              {formatMoney(money(total, currency))}
            </p>
            <div className="flex flex-none gap-2 phone:w-full phone:*:flex-1">
              <PdfLink kind="estimate" publicId={publicId} number={number} />
              <a
                className={buttonClass('outlined', 'min-h-10')}
                href={`/view-estimate/${publicId}`}
                aria-label={`View ${number}`}
              >
                View
              </a>
            </div>
          </Entry>
        )}
      </List>
    </Section>
  );
}
