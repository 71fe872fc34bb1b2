export { loadPublicInvoice, publicIdOf } from './load-public-invoice.ts';
export { PayPage } from './pay-page.tsx';
