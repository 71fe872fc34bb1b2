import '@fontsource-variable/inter/opsz.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPublicInvoice, PayPage, publicIdOf } from '../features/pay/index.ts';

// The answer is asked for before React is up: the page waits for one of them, not for both in turn.
const publicId = publicIdOf(location.pathname);
const first = loadPublicInvoice(publicId);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PayPage publicId={publicId} first={first} />
    </StrictMode>,
  );
}
