import type { CSSProperties } from 'react';
import { useEffect, useState } from 'react';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import './pay-tokens.css';
import { BusinessFace } from './business-face.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import type { PublicInvoiceAnswer } from './load-public-invoice.ts';
import { loadPublicInvoice } from './load-public-invoice.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import styles from './pay-page.module.css';

/** A spinner that shows at once only flickers: most answers are here sooner than this. */
const SPINNER_AFTER_MS = 300;

interface PayPageProps {
  publicId: string;
  /** The first request, already under way when the page is drawn. */
  first: Promise<PublicInvoiceAnswer>;
}

/** `/pay-invoice/{id}`: what a customer sees who follows an invoice's link. */
export function PayPage({ publicId, first }: PayPageProps) {
  const [request, setRequest] = useState(first);
  const answer = useAnswer(request);

  if (!answer) return <Waiting />;
  if (answer.state !== 'found') {
    const again = () => setRequest(loadPublicInvoice(publicId));
    return <NotFoundSlip onRetry={answer.state === 'failed' ? again : undefined} />;
  }
  return <Found publicId={publicId} data={answer.data} />;
}

/** The answer to this request; undefined while it is awaited. */
function useAnswer(request: Promise<PublicInvoiceAnswer>): PublicInvoiceAnswer | undefined {
  const [latest, setLatest] = useState<{ request: unknown; answer: PublicInvoiceAnswer }>();
  useEffect(() => {
    let current = true;
    void request.then((answer) => {
      if (current) setLatest({ request, answer });
    });
    return () => {
      current = false;
    };
  }, [request]);
  return latest?.request === request ? latest.answer : undefined;
}

function Waiting() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.waiting} aria-busy="true">
      <output>
        {long && <span className={styles.spinner} />}
        {long && <span className={styles.hidden}>Loading invoice...</span>}
      </output>
    </main>
  );
}

function Found({ publicId, data }: { publicId: string; data: PublicInvoice }) {
  const { invoice, businessProfile } = data;
  const { brand } = businessProfile;
  useEffect(() => {
    document.title = `Invoice ${invoice.invoiceNumber} from ${businessProfile.businessName}`;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', brand.deep);
    }
  }, [invoice.invoiceNumber, businessProfile.businessName, brand.deep]);

  const colors = {
    '--deep': brand.deep,
    '--tint': brand.tint,
    '--solid': brand.solid,
  } as CSSProperties;
  return (
    <div className={styles.split} style={colors}>
      <BusinessFace publicId={publicId} data={data} />
      <InvoiceSheet publicId={publicId} data={data} />
    </div>
  );
}
