import { useEffect } from 'react';
import { DOCUMENT_TITLES } from '../../../shared/documents/document-data.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { LinkIcon, MissingIcon, ReloadIcon } from '../../ui/public/icons.tsx';
import { PoweredBy } from '../../ui/public/powered-by.tsx';
import { Slip, SlipHeading, SlipNote, STAGE } from '../../ui/public/slip.tsx';

interface NotFoundSlipProps {
  kind: keyof typeof DOCUMENT_TITLES;
  onRetry: (() => void) | undefined;
  /** It is there, but the business's pages are closed at the moment. */
  closed?: boolean;
  /** Whoever reads it may just have paid: nothing is said to be gone that was only not reached. */
  afterPayment?: boolean;
}

/** 'Credit Note', as titles are written. */
const capitals = (name: string) => name.replace(/ [a-z]/g, (letter) => letter.toUpperCase());

/**
 * No document to show. With `onRetry` it was not an answer but its absence (no network, a server in
 * trouble), and trying again is worth the while.
 */
export function NotFoundSlip({
  kind,
  onRetry,
  closed = false,
  afterPayment = false,
}: NotFoundSlipProps) {
  const unreachable = afterPayment && onRetry !== undefined;
  const name = DOCUMENT_TITLES[kind];
  const noun = name.toLowerCase();
  const heading = unreachable
    ? 'Your payment could not be checked'
    : `${capitals(name)} Not ${closed ? 'Available' : 'Found'}`;
  useEffect(() => {
    document.title = heading;
  }, [heading]);
  return (
    <main className={STAGE}>
      <Slip
        shadow="[filter:drop-shadow(0_0_1px_rgb(21_23_28/30%))_drop-shadow(0_14px_28px_rgb(21_23_28/7%))] dark:[filter:none]"
        aria-labelledby="not-found"
      >
        <div className="mb-5 grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <MissingIcon />
        </div>
        <SlipHeading id="not-found">{heading}</SlipHeading>
        <p className="mt-2 text-pretty text-muted">
          {unreachable
            ? 'If you have paid, there is no need to pay again.'
            : closed
              ? `This ${noun} is not available at the moment. ${afterPayment ? 'If you have paid, there is no need to pay again. ' : ''}Contact the business directly.`
              : `The ${noun} you’re looking for doesn’t exist or has been removed.`}
        </p>
        {onRetry ? (
          <>
            <SlipNote icon={<ReloadIcon />} className="min-h-15.5">
              {unreachable
                ? 'The page could not reach the server.'
                : 'It may also be a connection problem: the page could not reach the server.'}
            </SlipNote>
            <button type="button" className={buttonClass('outlined', 'mt-4')} onClick={onRetry}>
              Try again
            </button>
          </>
        ) : (
          !closed && (
            <SlipNote icon={<LinkIcon />} className="min-h-15.5">
              If you followed a link from an email, check that it is complete, or ask the business
              that sent it for a new one.
            </SlipNote>
          )
        )}
      </Slip>
      <PoweredBy place="slip" />
    </main>
  );
}
