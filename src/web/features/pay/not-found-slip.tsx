import { useEffect } from 'react';
import { DOCUMENT_TITLES } from '../../../shared/documents/document-data.ts';
import buttons from './button.module.css';
import { LinkIcon, MissingIcon, ReloadIcon } from './icons.tsx';
import styles from './not-found-slip.module.css';
import { PoweredBy } from './powered-by.tsx';
import slip from './slip.module.css';

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
    <main className={styles.stage}>
      <div className={`${slip.shadow} ${styles.shadow}`}>
        <section className={`${slip.slip} ${styles.slip}`} aria-labelledby="not-found">
          <div className={styles.mark}>
            <MissingIcon />
          </div>
          <h1 id="not-found">{heading}</h1>
          <p>
            {unreachable
              ? 'If you have paid, there is no need to pay again.'
              : closed
                ? `This ${noun} is not available at the moment. ${afterPayment ? 'If you have paid, there is no need to pay again. ' : ''}Contact the business directly.`
                : `The ${noun} you’re looking for doesn’t exist or has been removed.`}
          </p>
          {onRetry ? (
            <>
              <p className={styles.note}>
                <ReloadIcon />
                <span>
                  {unreachable
                    ? 'The page could not reach the server just now.'
                    : 'It may also be a fault of the connection: the page could not reach the server just now.'}
                </span>
              </p>
              <button
                type="button"
                className={`${buttons.button} ${buttons.outlined} ${styles.retry}`}
                onClick={onRetry}
              >
                Try again
              </button>
            </>
          ) : (
            !closed && (
              <p className={styles.note}>
                <LinkIcon />
                <span>
                  If you followed a link from an email, check that it is complete, or ask the
                  business that sent it for a new one.
                </span>
              </p>
            )
          )}
        </section>
      </div>
      <PoweredBy />
    </main>
  );
}
