import { SampleDocument } from '../../documents/sample-document.tsx';
import { PayCode } from './pay-code.tsx';

const CLASSES = {
  document: 'doc',
  head: 'doc-head',
  title: 'doc-title',
  meta: 'doc-meta',
  lines: 'doc-lines',
  columns: 'doc-columns',
  totals: 'doc-totals',
  total: 'total',
  pay: 'doc-pay',
};

/** The finished invoice, as the customer gets it: paper in both themes. */
export function DocumentPicture() {
  return <SampleDocument classes={CLASSES} code={<PayCode />} scan="Scan to pay by card" />;
}
