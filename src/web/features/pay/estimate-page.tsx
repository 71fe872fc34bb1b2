import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { ContactLinks, FaceCard } from './face-card.tsx';
import type { PageProps } from './public-page.tsx';
import { PublicPage, ReadOnlyDocument } from './public-page.tsx';

/** `/view-estimate/{id}`: what a customer reads who follows an estimate's link. */
export function EstimatePage({ publicId, first }: PageProps<'estimate'>) {
  return (
    <PublicPage kind="estimate" publicId={publicId} first={first}>
      {(data) => {
        const { estimate } = data;
        return (
          <ReadOnlyDocument
            kind="estimate"
            publicId={publicId}
            number={estimate.estimateNumber}
            document={estimate}
            data={data}
            name="Amount and validity"
            label="Estimated total"
            {...formatExpiry(estimate)}
            dates={[
              ['Issued', estimate.issueDate],
              [estimate.daysUntilExpiry < 0 ? 'Expired' : 'Expires', estimate.expiryDate],
            ]}
            totalLabel="Estimated total"
            card={<AnswerCard data={data} />}
          />
        );
      }}
    </PublicPage>
  );
}

/** How long it holds, or how long ago it ended. */
function formatExpiry({ status, expiryDate, daysUntilExpiry }: PublicEstimate['estimate']): {
  below: string;
  ago?: string;
} {
  const date = formatDate(expiryDate);
  if (status === 'accepted') return { below: 'Accepted. Thank you.' };
  if (status === 'rejected') return { below: 'No longer offered' };
  if (daysUntilExpiry > 0) return { below: `Valid until ${date}` };
  if (daysUntilExpiry === 0) return { below: `Valid until today, ${date}` };
  const days = -daysUntilExpiry;
  return { below: `Expired ${date}`, ago: days === 1 ? '1 day ago' : `${days} days ago` };
}

/** The one card that says what can be done: the answer goes to the business, by its own ways. */
function AnswerCard({ data: { estimate, businessProfile } }: { data: PublicEstimate }) {
  return (
    <FaceCard {...formatCard(estimate, <bdi>{businessProfile.businessName}</bdi>)}>
      {estimate.status !== 'draft' && (
        <ContactLinks business={businessProfile} about={`Estimate ${estimate.estimateNumber}`} />
      )}
    </FaceCard>
  );
}

function formatCard(
  { status, total, currency, daysUntilExpiry }: PublicEstimate['estimate'],
  name: ReactNode,
): { heading: string; words: ReactNode } {
  if (status === 'draft') {
    return {
      heading: 'This estimate is a draft',
      words: 'Only you can see this page. Your customer can once it is sent.',
    };
  }
  if (status === 'accepted') {
    return { heading: 'Accepted', words: <>{name} has your go-ahead. An invoice follows.</> };
  }
  if (status === 'rejected' || status === 'expired' || daysUntilExpiry < 0) {
    return {
      heading: 'This estimate is closed',
      words: <>Ask {name} for a new one if you would still like to go ahead.</>,
    };
  }
  return {
    heading: 'Would you like to go ahead?',
    words: (
      <>
        Tell {name} that you accept {formatMoney(money(total, currency))}, or ask for changes.
      </>
    ),
  };
}
