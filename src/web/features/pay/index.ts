import './pay-tokens.css';

export { CreditNotePage } from './credit-note-page.tsx';
export { EstimatePage } from './estimate-page.tsx';
export { loadPublicDocument, parsePublicId, parseReceiptId } from './load-public-document.ts';
export { confirmPayment } from './pay-calls.ts';
export { PayPage } from './pay-page.tsx';
export { ReceiptPage } from './receipt-page.tsx';
