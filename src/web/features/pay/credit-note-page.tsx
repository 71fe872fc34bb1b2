import { useEffect } from 'react';
import { describeCorrected } from '../../../shared/credit-notes/describe-corrected.ts';
import type { PublicCreditNote } from '../../../shared/credit-notes/public-credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
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

interface CreditNotePageProps {
  publicId: string;
  /** The first request, already under way when the page is drawn. */
  first: Promise<PublicAnswer<PublicCreditNote>>;
}

/** `/view-credit-note/{id}`: what a customer reads who follows a credit note's link. */
export function CreditNotePage({ publicId, first }: CreditNotePageProps) {
  const { answer, retry } = usePublicDocument('credit_note', publicId, first);
  if (!answer) return <Waiting label="Loading credit note..." />;
  if (answer.state !== 'found') {
    return (
      <NotFoundSlip
        kind="credit_note"
        closed={answer.state === 'closed'}
        onRetry={answer.state === 'failed' ? retry : undefined}
      />
    );
  }
  return <Found publicId={publicId} data={answer.data} />;
}

function Found({ publicId, data }: { publicId: string; data: PublicCreditNote }) {
  const { creditNote, businessProfile } = data;
  const { creditNoteNumber, currency, correctedInvoice } = creditNote;
  const total = money(creditNote.total, currency);
  const colors = useBrand(businessProfile.brand);
  useEffect(() => {
    document.title = `Credit note ${creditNoteNumber} from ${businessProfile.businessName}`;
  }, [creditNoteNumber, businessProfile.businessName]);
  return (
    <div style={colors}>
      <div className={styles.split}>
        <BusinessFace
          name="Amount credited"
          business={businessProfile}
          label="Amount credited"
          amount={total}
          below={
            correctedInvoice
              ? describeCorrected(correctedInvoice)
              : `Issued ${formatDate(creditNote.issueDate)}`
          }
          title="Credit note"
          number={creditNoteNumber}
        >
          <CreditCard data={data} />
        </BusinessFace>
        <DocumentSheet
          kind="credit_note"
          number={creditNoteNumber}
          status={creditNote.status}
          currency={currency}
          figures={creditNote}
          business={businessProfile}
          customer={data.customer}
          dates={[['Issued', creditNote.issueDate]]}
          revision={data.revision}
          pdf={{ href: publicPdfUrl('credit_note', publicId), words: 'Download PDF' }}
          lines={data.lineItems}
          totals={
            <SheetTotals
              sums={creditNote.sums}
              last={{ label: 'Total credited', value: formatMoney(total) }}
            />
          }
        />
      </div>
    </div>
  );
}

/** What it means for whoever reads it: there is nothing to do. */
function CreditCard({ data: { creditNote, businessProfile } }: { data: PublicCreditNote }) {
  const { status, creditNoteNumber } = creditNote;
  const isDraft = status === 'draft';
  return (
    <section className={card.card} aria-labelledby="credit-card">
      <h2 id="credit-card">{isDraft ? 'This credit note is a draft' : 'Nothing to pay'}</h2>
      <p>
        {isDraft ? (
          'Only you can see this page. Your customer can once it is issued.'
        ) : (
          <>
            <bdi>{businessProfile.businessName}</bdi> credits you this amount. Keep the credit note
            with your records.
          </>
        )}
      </p>
      {!isDraft && (
        <ContactLinks business={businessProfile} about={`Credit note ${creditNoteNumber}`} />
      )}
    </section>
  );
}
