import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { localToday } from '../../ui/local-today.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { PaidIcon } from '../../ui/public/icons.tsx';
import { AnswerForm } from './answer-form.tsx';
import { chosenLines } from './chosen-lines.tsx';
import { ContactLinks, FaceCard } from './face-card.tsx';
import { publicPdfUrl } from './load-public-document.ts';
import type { PageProps } from './public-page.tsx';
import { PublicPage, ReadOnlyDocument } from './public-page.tsx';
import type { LineChoice } from './use-line-choice.ts';
import { useLineChoice } from './use-line-choice.ts';

/** `/view-estimate/{id}`: what a customer reads who follows an estimate's link. */
export function EstimatePage({ publicId, first }: PageProps<'estimate'>) {
  return (
    <PublicPage kind="estimate" publicId={publicId} first={first}>
      {(data, { refresh }) => <Offered publicId={publicId} data={data} refresh={refresh} />}
    </PublicPage>
  );
}

/** The estimate with what its customer has chosen of it so far. */
function Offered({ publicId, data, refresh }: Omit<AnswerCardProps, 'choice'>) {
  const choice = useLineChoice(publicId, data, refresh);
  const { shown } = choice;
  const { estimate } = shown;
  return (
    <ReadOnlyDocument
      kind="estimate"
      publicId={publicId}
      number={estimate.estimateNumber}
      document={estimate}
      data={data}
      lines={chosenLines(data, choice)}
      name="Amount and validity"
      label="Estimated total"
      {...formatExpiry(estimate)}
      dates={[
        ['Issued', estimate.issueDate],
        [estimate.daysUntilExpiry < 0 ? 'Expired' : 'Expires', estimate.expiryDate],
      ]}
      totalLabel="Estimated total"
      card={<AnswerCard publicId={publicId} data={shown} refresh={refresh} choice={choice} />}
    />
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

interface AnswerCardProps {
  publicId: string;
  data: PublicEstimate;
  refresh: () => Promise<unknown>;
  choice: LineChoice;
}

/** The one card that says what can be done: answer it here, or by the business's own ways. */
function AnswerCard(props: AnswerCardProps) {
  const [answer, setAnswer] = useState<Answer>();
  const card = useRef<HTMLDivElement>(null);
  const isAnswered = answer !== undefined && !props.data.estimate.isOpen;
  // The form was long: what came of it stands where nobody looks any more.
  useEffect(() => {
    if (isAnswered) card.current?.focus();
  }, [isAnswered]);
  return (
    <div ref={card} tabIndex={-1} className="scroll-mt-6 outline-0">
      <AnswerContent {...props} answer={answer} onAnswer={setAnswer} />
    </div>
  );
}

type Answer = 'accept' | 'decline';

interface AnswerContentProps extends AnswerCardProps {
  /** What is being answered. */
  answer: Answer | undefined;
  onAnswer: (answer: Answer | undefined) => void;
}

function AnswerContent({ publicId, data, refresh, choice, answer, onAnswer }: AnswerContentProps) {
  const { estimate, businessProfile } = data;
  const contact = estimate.status !== 'draft' && (
    <ContactLinks business={businessProfile} about={`Estimate ${estimate.estimateNumber}`} />
  );
  if (estimate.acceptance) return <Accepted publicId={publicId} data={data} />;
  const card = formatCard(data, <bdi>{businessProfile.businessName}</bdi>);
  if (answer === 'decline' && estimate.status === 'rejected') {
    return (
      <FaceCard
        heading="You declined this estimate"
        words={
          <>
            <bdi>{businessProfile.businessName}</bdi> has been told. Ask for a new one if you change
            your mind.
          </>
        }
      >
        {contact}
      </FaceCard>
    );
  }
  if (!estimate.isOpen) return <FaceCard {...card}>{contact}</FaceCard>;
  if (answer !== undefined) {
    const heading = answer === 'accept' ? 'Accept this estimate' : 'Decline this estimate';
    return (
      <FaceCard heading={heading}>
        <AnswerForm
          key={answer}
          answer={answer}
          publicId={publicId}
          data={data}
          refresh={refresh}
          choice={choice}
          onCancel={() => onAnswer(undefined)}
        />
      </FaceCard>
    );
  }
  return (
    <FaceCard {...card}>
      <button
        type="button"
        className={buttonClass('brand', 'mt-4.5')}
        onClick={() => onAnswer('accept')}
      >
        Accept
      </button>
      <button
        type="button"
        className={buttonClass('second', 'mt-2.5')}
        onClick={() => onAnswer('decline')}
      >
        Decline
      </button>
      {contact}
    </FaceCard>
  );
}

/** What was accepted online, and what is to be paid since. */
function Accepted({ publicId, data }: Pick<AnswerCardProps, 'publicId' | 'data'>) {
  const { acceptance, toPay } = data.estimate;
  if (!acceptance) return null;
  const on = formatDate(localToday(new Date(acceptance.acceptedAt)));
  const amount = toPay && formatMoney(money(toPay.amountDue, toPay.currency));
  return (
    <FaceCard
      icon={
        <span className="text-paid">
          <PaidIcon />
        </span>
      }
      heading="Accepted"
      words={
        <>
          Accepted by <bdi>{acceptance.name}</bdi> on {on}.
        </>
      }
    >
      {toPay && (
        <a
          className={buttonClass('brand', 'mt-4.5 whitespace-normal')}
          href={`/pay-invoice/${toPay.id}`}
        >
          {toPay.isDeposit ? 'Pay the deposit of' : 'Pay'} {amount}
        </a>
      )}
      <a
        className={buttonClass('second', toPay ? 'mt-2.5' : 'mt-4.5')}
        href={publicPdfUrl('estimate', publicId)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Download the accepted PDF
      </a>
    </FaceCard>
  );
}

function formatCard(
  { estimate: { status, total, currency, daysUntilExpiry }, lineItems }: PublicEstimate,
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
        {lineItems.some(({ optional, bounds }) => optional || bounds) &&
          'Choose what you would like among the lines first. '}
        Accept or decline {formatMoney(money(total, currency))} here, or ask {name} for changes.
      </>
    ),
  };
}
