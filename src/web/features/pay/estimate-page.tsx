import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import './pay-tokens.css';
import { BusinessFace } from './business-face.tsx';
import { DocumentSheet, SheetTotals } from './document-sheet.tsx';
import type { PublicAnswer } from './load-public-document.ts';
import { publicPdfUrl } from './load-public-document.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import styles from './pay-page.module.css';
import card from './payment-card.module.css';
import { ContactLinks } from './payment-card.tsx';
import { useBrand } from './use-brand.ts';
import { usePublicDocument } from './use-public-document.ts';
import { Waiting } from './waiting.tsx';

interface EstimatePageProps {
  publicId: string;
  /** The first request, already under way when the page is drawn. */
  first: Promise<PublicAnswer<PublicEstimate>>;
}

/** `/view-estimate/{id}`: what a customer reads who follows an estimate's link. */
export function EstimatePage({ publicId, first }: EstimatePageProps) {
  const { answer, retry } = usePublicDocument('estimate', publicId, first);
  if (!answer) return <Waiting label="Loading estimate..." />;
  if (answer.state !== 'found') {
    return (
      <NotFoundSlip
        kind="estimate"
        closed={answer.state === 'closed'}
        onRetry={answer.state === 'failed' ? retry : undefined}
      />
    );
  }
  return <Found publicId={publicId} data={answer.data} />;
}

function Found({ publicId, data }: { publicId: string; data: PublicEstimate }) {
  const { estimate, businessProfile } = data;
  const { estimateNumber, currency } = estimate;
  const total = money(estimate.total, currency);
  const colors = useBrand(businessProfile.brand);
  useEffect(() => {
    document.title = `Estimate ${estimateNumber} from ${businessProfile.businessName}`;
  }, [estimateNumber, businessProfile.businessName]);
  const { time, ago } = formatExpiry(estimate);
  return (
    <div style={colors}>
      <div className={styles.split}>
        <BusinessFace
          name="Amount and validity"
          business={businessProfile}
          label="Estimated total"
          amount={total}
          below={
            <>
              {time}
              {ago && <span>{ago}</span>}
            </>
          }
          title="Estimate"
          number={estimateNumber}
        >
          <AnswerCard data={data} />
        </BusinessFace>
        <DocumentSheet
          kind="estimate"
          number={estimateNumber}
          status={estimate.status}
          currency={currency}
          figures={estimate}
          business={businessProfile}
          customer={data.customer}
          dates={[
            ['Issued', estimate.issueDate],
            [estimate.daysUntilExpiry < 0 ? 'Expired' : 'Expires', estimate.expiryDate],
          ]}
          revision={data.revision}
          pdf={{ href: publicPdfUrl('estimate', publicId), words: 'Download PDF' }}
          lines={data.lineItems}
          totals={
            <SheetTotals
              sums={estimate.sums}
              last={{ label: 'Estimated total', value: formatMoney(total) }}
            />
          }
        />
      </div>
    </div>
  );
}

/** How long it holds, or how long ago it ended. */
function formatExpiry({ status, expiryDate, daysUntilExpiry }: PublicEstimate['estimate']): {
  time: string;
  ago?: string;
} {
  const date = formatDate(expiryDate);
  if (status === 'accepted') return { time: 'Accepted. Thank you.' };
  if (status === 'rejected') return { time: 'No longer offered' };
  if (daysUntilExpiry > 0) return { time: `Valid until ${date}` };
  if (daysUntilExpiry === 0) return { time: `Valid until today, ${date}` };
  const days = -daysUntilExpiry;
  return { time: `Expired ${date}`, ago: days === 1 ? '1 day ago' : `${days} days ago` };
}

/** The one card that says what can be done: the answer goes to the business, by its own ways. */
function AnswerCard({ data: { estimate, businessProfile } }: { data: PublicEstimate }) {
  const about = `Estimate ${estimate.estimateNumber}`;
  const name = <bdi>{businessProfile.businessName}</bdi>;
  const { heading, words } = formatCard(estimate, name);
  return (
    <section className={card.card} aria-labelledby="answer-card">
      <h2 id="answer-card">{heading}</h2>
      <p>{words}</p>
      {estimate.status !== 'draft' && <ContactLinks business={businessProfile} about={about} />}
    </section>
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
