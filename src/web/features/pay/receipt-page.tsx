import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import { cameFromPortal } from '../../lib/portal-in-tab.ts';
import { cx } from '../../ui/cx.ts';
import { BusinessMark, FittedAmount } from '../../ui/public/business-mark.tsx';
import { buttonClass } from '../../ui/public/button-class.ts';
import { mailAddress } from '../../ui/public/contact-addresses.ts';
import {
  ClockIcon,
  CrossIcon,
  InfoIcon,
  MailIcon,
  PrinterIcon,
  ReturnIcon,
  TickIcon,
} from '../../ui/public/icons.tsx';
import { PoweredBy } from '../../ui/public/powered-by.tsx';
import { Slip, SlipHeading, SlipNote, STAGE } from '../../ui/public/slip.tsx';
import { useBrand } from '../../ui/public/use-brand.ts';
import { Ring, Waiting } from '../../ui/public/waiting.tsx';
import type { PublicAnswer } from './load-public-document.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import type { ConfirmationAnswer } from './pay-calls.ts';
import type { ReceiptPhase } from './receipt-labels.ts';
import { formatReceipt, receiptTitle } from './receipt-labels.ts';
import type { ConfirmationState } from './use-confirmation.ts';
import { useConfirmation } from './use-confirmation.ts';
import { usePublicDocument } from './use-public-document.ts';

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
  return (
    <Receipt publicId={publicId} data={answer.data} state={{ ...state, phase: state.phase }} />
  );
}

interface ReceiptProps {
  publicId: string;
  data: PublicInvoice;
  state: Omit<ConfirmationState, 'phase'> & { phase: ReceiptPhase };
}

function Receipt({ publicId, data, state }: ReceiptProps) {
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
    <main
      className={cx(
        STAGE,
        'bg-deep text-white [--focus:#fff] phone:justify-start printed:min-h-0 printed:items-start printed:justify-start printed:bg-transparent printed:p-0 printed:text-[#000]',
      )}
      style={colors}
    >
      <div className="mb-7 max-w-112 phone:mb-6 phone:self-start">
        <BusinessMark name={businessProfile.businessName} logoUrl={businessProfile.logoUrl} />
      </div>
      <Slip
        shadow="[filter:drop-shadow(0_1px_1px_rgb(0_0_0/10%))_drop-shadow(0_20px_32px_rgb(0_0_0/22%))] printed:[filter:none]"
        className="paper text-ink [--focus:var(--accent)] printed:rounded-none printed:border printed:border-[#ccc] printed:bg-transparent printed:p-8 printed:text-[#000] printed:[mask:none]"
        aria-live="polite"
        aria-busy={phase === 'confirming' || phase === 'offline'}
      >
        <div className="mb-5 flex items-center justify-between gap-4">
          <Mark phase={phase} />
          <p className="hidden font-[640] printed:block">Receipt</p>
          {receipt.rehearsal && (
            <p className="text-right text-[13.5px] leading-[1.4] font-[540] text-balance text-caution printed:text-[#000]">
              {receipt.rehearsal}
            </p>
          )}
        </div>
        <SlipHeading>{receipt.heading}</SlipHeading>
        <FittedAmount
          amount={receipt.amount}
          className="mt-6.5 text-[54px] leading-none phone:mt-5.5 phone:text-[46px]"
        />
        <dl className="mt-6.5 border-0 border-t border-dashed border-line-2 pt-3.5 text-[15.5px]">
          {receipt.rows.map(({ label, value }) => (
            <Row key={label} label={label} className="flex">
              {value}
            </Row>
          ))}
          {receipt.method && (
            <Row label="Paid with" className="hidden printed:flex">
              {receipt.method}
            </Row>
          )}
        </dl>
        <SlipNote
          icon={<NoteIcon phase={phase} emailed={confirmation?.receiptEmailed ?? false} />}
          // Room for the longest of the notes, which takes three lines.
          className="min-h-[83px] wrap-anywhere printed:hidden"
        >
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
        </SlipNote>
      </Slip>
      <div className="relative mt-6 grid w-full max-w-112 grid-cols-[1fr_1fr] gap-2.5 printed:hidden">
        <FirstAction phase={phase} payAddress={payAddress} onAgain={again} />
        {cameFromPortal(businessProfile.businessName) ? (
          <a className={buttonClass('ghost')} href="/portal">
            Your documents
          </a>
        ) : (
          <button type="button" className={buttonClass('ghost')} onClick={() => close(payAddress)}>
            Close
          </button>
        )}
      </div>
      <PoweredBy place="brand" />
    </main>
  );
}

interface RowProps {
  label: string;
  className: string;
  children: ReactNode;
}

function Row({ label, className, children }: RowProps) {
  return (
    <div className={cx('justify-between gap-5 py-1.5', className)}>
      <dt className="flex-none text-muted">{label}</dt>
      <dd className="min-w-0 text-right font-[540] wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  );
}

/** What has come of it, in a picture; none while it is not known. */
const MARKS: Partial<Record<ReceiptPhase, { color: string; icon: ReactNode }>> = {
  paid: { color: 'bg-paid-soft text-paid', icon: <TickIcon /> },
  unpaid: { color: 'bg-overdue-soft text-overdue', icon: <CrossIcon /> },
  refunded: { color: 'bg-sunken text-muted', icon: <ReturnIcon /> },
  tired: { color: 'bg-sunken text-muted', icon: <ClockIcon size={22} /> },
  review: { color: 'bg-sunken text-muted', icon: <ClockIcon size={22} /> },
};

function Mark({ phase }: { phase: ReceiptPhase }) {
  const mark = MARKS[phase];
  if (!mark) return <Ring top="border-t-solid" />;
  return (
    <div
      className={cx(
        'grid size-11 flex-none place-items-center rounded-full printed:hidden',
        mark.color,
      )}
    >
      {mark.icon}
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
  const name = buttonClass('onBrand');
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
