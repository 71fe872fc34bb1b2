import '@fontsource-variable/inter/opsz.css';
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  confirmPayment,
  loadPublicInvoice,
  PayPage,
  publicIdOf,
  ReceiptPage,
  receiptIdOf,
} from '../features/pay/index.ts';

// The answers are asked for before React is up: the page waits for one of them, not for all in turn.
function pageFor({ pathname, search }: Location): ReactNode {
  if (/^\/payment-success\/?$/.test(pathname)) {
    const publicId = receiptIdOf(search);
    const first = {
      invoice: loadPublicInvoice(publicId),
      confirmation: confirmPayment(publicId),
    };
    return <ReceiptPage publicId={publicId} first={first} />;
  }
  const publicId = publicIdOf(pathname);
  return <PayPage publicId={publicId} first={loadPublicInvoice(publicId)} />;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode>{pageFor(location)}</StrictMode>);
