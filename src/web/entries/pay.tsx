import '@fontsource-variable/inter/opsz.css';
import type { ReactNode } from 'react';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import {
  CreditNotePage,
  confirmPayment,
  EstimatePage,
  loadPublicDocument,
  PayPage,
  parsePublicId,
  parseReceiptId,
  ReceiptPage,
} from '../features/pay/index.ts';
import { Waiting } from '../ui/public/waiting.tsx';

/** A part of its own: who pays one invoice does not wait for it. */
const PortalPage = lazy(async () => ({
  default: (await import('../features/portal/index.ts')).PortalPage,
}));

// The answers are asked for before React is up: the page waits for one of them, not for all in turn.
function pageFor({ pathname, search }: Location): ReactNode {
  if (/^\/payment-success\/?$/.test(pathname)) {
    const publicId = parseReceiptId(search);
    const first = {
      invoice: loadPublicDocument('invoice', publicId),
      confirmation: confirmPayment(publicId),
    };
    return <ReceiptPage publicId={publicId} first={first} />;
  }
  if (/^\/portal\/?$/.test(pathname)) {
    return (
      <Suspense fallback={<Waiting label="Loading your documents..." />}>
        <PortalPage />
      </Suspense>
    );
  }
  const publicId = parsePublicId(pathname);
  if (pathname.startsWith('/view-estimate/')) {
    return <EstimatePage publicId={publicId} first={loadPublicDocument('estimate', publicId)} />;
  }
  if (pathname.startsWith('/view-credit-note/')) {
    const first = loadPublicDocument('credit_note', publicId);
    return <CreditNotePage publicId={publicId} first={first} />;
  }
  return <PayPage publicId={publicId} first={loadPublicDocument('invoice', publicId)} />;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode>{pageFor(location)}</StrictMode>);
