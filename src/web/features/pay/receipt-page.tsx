import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import './pay-tokens.css';
import { BusinessMark } from './business-mark.tsx';
import buttons from './button.module.css';
import { FittedAmount } from './fitted-amount.tsx';
import {
  ClockIcon,
  CrossIcon,
  InfoIcon,
  MailIcon,
  PrinterIcon,
  ReturnIcon,
  TickIcon,
} from './icons.tsx';
import type { PublicAnswer } from './load-public-document.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import type { ConfirmationAnswer } from './pay-calls.ts';
import { PoweredBy } from './powered-by.tsx';
import { mailAddress } from './public-invoice-labels.ts';
import type { ReceiptPhase } from './receipt-labels.ts';
import { formatReceipt, receiptTitle } from './receipt-labels.ts';
import styles from './receipt-page.module.css';
import slip from './slip.module.css';
import { useBrand } from './use-brand.ts';
import type { ConfirmationState } from './use-confirmation.ts';
import { useConfirmation } from './use-confirmation.ts';
import { usePublicDocument } from './use-public-document.ts';
import { Waiting } from './waiting.tsx';

interface ReceiptPageProps {
  publicId: string;
  /** The first requests, already under way when the page is drawn. */
  first: {
    invoice: Promise<PublicAnswer<PublicInvoice>>;
    confirmation: Promise<ConfirmationAnswer>;
  };
}

/**
 * `/payment-success?invoice={id}`: where a checkout leads back to. It believes nothing of its address:
 * the server asks the provider, and the page shows what is so.
 */
export function ReceiptPage({ publicId, first }: ReceiptPageProps) {
  const { answer, retry } = usePublicDocument('invoice', publicId, first.invoice);
  const state = useConfirmation(publicId, first.confirmation);
  if (!answer) return <Waiting label="Loading..." />;
  if (answer.state === 'failed') {
    return (
      <NotFoundSlip
        kind="invoice"
        afterPayment
        onRetry={() => {
          retry();
          state.again();
        }}
      />
    );
  }
  if (answer.state === 'closed') {
    return <NotFoundSlip kind="invoice" closed afterPayment onRetry={undefined} />;
  }
  if (answer.state === 'missing' || state.phase === 'missing') {
    return <NotFoundSlip kind="invoice" onRetry={undefined} />;
  }
  return <Slip publicId={publicId} data={answer.data} state={{ ...state, phase: state.phase }} />;
}

interface SlipProps {
  publicId: string;
  data: PublicInvoice;
  state: Omit<ConfirmationState, 'phase'> & { phase: ReceiptPhase };
}

function Slip({ publicId, data, state }: SlipProps) {
  const { phase, confirmation, again } = state;
  const { businessProfile, invoice } = data;
  const colors = useBrand(businessProfile.brand);
  const [fromPayPal] = useState(() => new URLSearchParams(location.search).has('token'));
  const receipt = formatReceipt(data, confirmation, phase, { fromPayPal });
  const title = receiptTitle(receipt);
  useEffect(() => {
    document.title = title;
  }, [title]);

  const payAddress = `/pay-invoice/${encodeURIComponent(publicId)}`;
  return (
    <main className={styles.stage} style={colors}>
      <div className={styles.business}>
        <BusinessMark name={businessProfile.businessName} logoUrl={businessProfile.logoUrl} />
      </div>
      <div className={`${slip.shadow} ${styles.shadow}`}>
        <section
          className={`${slip.slip} ${styles.slip}`}
          aria-live="polite"
          aria-busy={phase === 'confirming' || phase === 'offline'}
        >
          <div className={styles.top}>
            <Mark phase={phase} />
            <p className={styles.title}>Receipt</p>
            {receipt.rehearsal && <p className={styles.rehearsal}>{receipt.rehearsal}</p>}
          </div>
          <h1>{receipt.heading}</h1>
          <FittedAmount amount={receipt.amount} className={styles.amount} />
          <dl className={styles.rows}>
            {receipt.rows.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
            {receipt.method && (
              <div className={styles.onPaper}>
                <dt>Paid with</dt>
                <dd>{receipt.method}</dd>
              </div>
            )}
          </dl>
          <p className={styles.note}>
            <NoteIcon phase={phase} emailed={confirmation?.receiptEmailed ?? false} />
            <span>
              {receipt.note}
              {receipt.mail && (
                <>
                  {' '}
                  {phase === 'unpaid' ? 'Charged anyway? Write to ' : 'Questions? Write to '}
                  <a href={mailAddress(receipt.mail, `Invoice ${invoice.invoiceNumber}`)}>
                    {receipt.mail}
                  </a>
                  .
                </>
              )}
            </span>
          </p>
        </section>
      </div>
      <div className={styles.actions}>
        <FirstAction phase={phase} payAddress={payAddress} onAgain={again} />
        <button
          type="button"
          className={`${buttons.button} ${buttons.ghost}`}
          onClick={() => close(payAddress)}
        >
          Close
        </button>
      </div>
      <div className={styles.powered}>
        <PoweredBy />
      </div>
    </main>
  );
}

function Mark({ phase }: { phase: ReceiptPhase }) {
  if (phase === 'paid') {
    return (
      <Dot kind="paid">
        <TickIcon />
      </Dot>
    );
  }
  if (phase === 'unpaid') {
    return (
      <Dot kind="unpaid">
        <CrossIcon />
      </Dot>
    );
  }
  if (phase === 'refunded') {
    return (
      <Dot kind="refunded">
        <ReturnIcon />
      </Dot>
    );
  }
  if (phase === 'tired' || phase === 'review') {
    return (
      <Dot kind={phase}>
        <ClockIcon size={22} />
      </Dot>
    );
  }
  return <span className={styles.spinner} aria-hidden="true" />;
}

function Dot({ kind, children }: { kind: ReceiptPhase; children: ReactNode }) {
  return (
    <div className={styles.dot} data-kind={kind}>
      {children}
    </div>
  );
}

function NoteIcon({ phase, emailed }: { phase: ReceiptPhase; emailed: boolean }) {
  if (phase === 'paid') return emailed ? <MailIcon size={16} /> : <InfoIcon />;
  return phase === 'confirming' || phase === 'offline' || phase === 'tired' ? (
    <ClockIcon />
  ) : (
    <InfoIcon />
  );
}

interface FirstActionProps {
  phase: ReceiptPhase;
  payAddress: string;
  onAgain: () => void;
}

/** The left button: its place is the same in every state. */
function FirstAction({ phase, payAddress, onAgain }: FirstActionProps) {
  const name = `${buttons.button} ${buttons.onBrand}`;
  if (phase === 'unpaid') {
    return (
      <a className={name} href={payAddress}>
        Try again
      </a>
    );
  }
  if (phase === 'tired') {
    return (
      <button type="button" className={name} onClick={onAgain}>
        Check again
      </button>
    );
  }
  return (
    <button
      type="button"
      className={name}
      disabled={phase === 'confirming' || phase === 'offline'}
      onClick={() => print()}
    >
      <PrinterIcon />
      Print Receipt
    </button>
  );
}

/** Browsers close only tabs that a page has opened; where this is none, the invoice takes its place. */
function close(payAddress: string): void {
  window.close();
  setTimeout(() => location.assign(payAddress), 150);
}
