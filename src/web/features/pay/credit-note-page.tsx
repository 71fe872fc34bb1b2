import { describeCorrected } from '../../../shared/credit-notes/describe-corrected.ts';
import type { PublicCreditNote } from '../../../shared/credit-notes/public-credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { ContactLinks, FaceCard } from './face-card.tsx';
import type { PageProps } from './public-page.tsx';
import { PublicPage, ReadOnlyDocument } from './public-page.tsx';

/** `/view-credit-note/{id}`: what a customer reads who follows a credit note's link. */
export function CreditNotePage({ publicId, first }: PageProps<'credit_note'>) {
  return (
    <PublicPage kind="credit_note" publicId={publicId} first={first}>
      {(data) => {
        const { creditNote } = data;
        const { correctedInvoice, issueDate } = creditNote;
        return (
          <ReadOnlyDocument
            kind="credit_note"
            publicId={publicId}
            number={creditNote.creditNoteNumber}
            document={creditNote}
            data={data}
            name="Amount credited"
            label="Amount credited"
            below={
              correctedInvoice
                ? describeCorrected(correctedInvoice)
                : `Issued ${formatDate(issueDate)}`
            }
            dates={[['Issued', issueDate]]}
            totalLabel="Total credited"
            card={<CreditCard data={data} />}
          />
        );
      }}
    </PublicPage>
  );
}

/** What it means for whoever reads it: there is nothing to do. */
function CreditCard({ data: { creditNote, businessProfile } }: { data: PublicCreditNote }) {
  if (creditNote.status === 'draft') {
    return (
      <FaceCard
        heading="This credit note is a draft"
        words="Only you can see this page. Your customer can once it is issued."
      />
    );
  }
  return (
    <FaceCard
      heading="Nothing to pay"
      words={
        <>
          <bdi>{businessProfile.businessName}</bdi> credits you this amount. Keep the credit note
          with your records.
        </>
      }
    >
      <ContactLinks
        business={businessProfile}
        about={`Credit note ${creditNote.creditNoteNumber}`}
      />
    </FaceCard>
  );
}
