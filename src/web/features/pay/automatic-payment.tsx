import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { formatSavedCard } from '../../../shared/payments/automatic-payment.ts';
import type { AutomaticPayment } from '../../../shared/payments/payment.contract.ts';
import { localToday } from '../../ui/local-today.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { AskForLink } from './ask-for-link.tsx';
import { FaceCard } from './face-card.tsx';
import { endAutomaticPayment, readAutomaticPayment } from './pay-calls.ts';
import type { Checkout } from './use-checkout.ts';

export interface Automatic {
  known: AutomaticPayment | undefined;
  set: (known: AutomaticPayment) => void;
}

/** @param standing what of the invoice changes it, such as its status */
export function useAutomaticPayment(publicId: string, standing: string): Automatic {
  const [known, set] = useState<AutomaticPayment>();
  useEffect(() => {
    if (standing.startsWith('draft')) return undefined;
    let isCurrent = true;
    void readAutomaticPayment(publicId).then((answer) => {
      if (isCurrent && answer) set(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [publicId, standing]);
  return { known, set };
}

/** What a payer may agree to with a payment by card. */
export function Agreement({ known, checkout }: { known: Automatic['known']; checkout: Checkout }) {
  if (!known?.offered || (known.card && !known.card.isRefused)) return null;
  return (
    <div className="mb-4.5 rounded border border-line bg-sunken px-3.5 py-2 [color-scheme:light]">
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="m-0 size-5 shrink-0 accent-accent"
          checked={checkout.agrees}
          onChange={(event) => checkout.setAgrees(event.target.checked)}
          aria-describedby="agreement"
        />
        Pay following invoices automatically
      </label>
      <p id="agreement" className="pb-1.5 text-[13.5px] leading-[1.45] text-pretty text-muted">
        {known.text}
      </p>
    </div>
  );
}

interface CardProps extends Automatic {
  publicId: string;
  data: Pick<PublicInvoice, 'invoice' | 'businessProfile'>;
  /** Whether something of the invoice is to be paid. */
  isDue: boolean;
}

/** What a customer has agreed to, and how it is ended. */
export function AutomaticCard({ publicId, data, isDue, known, set }: CardProps) {
  const [asks, setAsks] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isEnded, setIsEnded] = useState(false);
  const answer = useRef<HTMLButtonElement>(null);
  // The press that asked is gone from the page with its button.
  useEffect(() => {
    if (asks) answer.current?.focus();
  }, [asks]);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEnded) outcome.current?.focus();
  }, [isEnded]);
  const card = known?.card;
  if (!card) {
    return (
      <div ref={outcome} role="status" tabIndex={-1} className="outline-0">
        {isEnded && (
          <FaceCard
            heading="Automatic payment has ended"
            words="Your card is no longer charged. Following invoices are paid here, as before."
          />
        )}
      </div>
    );
  }
  const end = async () => {
    setIsBusy(true);
    setFailure(undefined);
    const ended = await endAutomaticPayment(publicId);
    setIsBusy(false);
    if (!ended) {
      setFailure('It could not be ended: the connection failed. Please try again.');
      return;
    }
    setIsEnded(true);
    set(ended);
  };
  const name = formatSavedCard(card);
  const since = formatDate(localToday(new Date(card.agreedAt)));
  return (
    <FaceCard heading="Automatic payment" words={describe(name, since, isDue, known, data.invoice)}>
      {asks ? (
        <div role="group" aria-label="End automatic payment?" className="mt-4.5">
          <button
            ref={answer}
            type="button"
            className={buttonClass('second')}
            aria-busy={isBusy}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) void end();
            }}
          >
            Yes, stop charging {name}
          </button>
          <button
            type="button"
            className={buttonClass('second', 'mt-2.5')}
            onClick={() => setAsks(false)}
          >
            Keep it
          </button>
        </div>
      ) : (
        <button
          type="button"
          className={buttonClass('second', 'mt-4.5')}
          onClick={() => setAsks(true)}
        >
          End automatic payment
        </button>
      )}
      {data.invoice.declinedCard !== null && !card.isRefused && (
        <AskForLink
          kind="invoice"
          publicId={publicId}
          businessName={data.businessProfile.businessName}
          className="pt-2.5"
          words={{ ask: 'Change the card: ask for a link', back: 'Change the card' }}
        />
      )}
      <p role="alert" className="mt-2.5 text-[14px] text-overdue empty:hidden">
        {failure}
      </p>
    </FaceCard>
  );
}

function describe(
  name: string,
  since: string,
  isDue: boolean,
  { card, chargedOn }: AutomaticPayment,
  { declinedCard }: PublicInvoice['invoice'],
): string {
  if (card?.isRefused) {
    return `${name} was refused. Pay here, and choose automatic payment again to use another card.`;
  }
  const agreed = `You agreed on ${since} that your invoices are charged to ${name}.`;
  if (declinedCard !== null && isDue) return agreed;
  if (chargedOn) {
    return `${agreed} This one is charged on ${formatDate(chargedOn)}, unless you pay it before.`;
  }
  // Such as one from before: nobody is to wait for what does not come.
  return isDue ? `${agreed} This one is not: please pay it here.` : agreed;
}
