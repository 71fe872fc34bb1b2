import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { DOCUMENT_TITLES } from '../../../shared/documents/document-data.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import type { Brand } from '../../ui/public/use-brand.ts';
import { useBrand } from '../../ui/public/use-brand.ts';
import { Waiting } from '../../ui/public/waiting.tsx';
import type { BusinessFaceProps } from './business-face.tsx';
import { BusinessFace } from './business-face.tsx';
import type { DocumentSheetProps } from './document-sheet.tsx';
import { DocumentSheet, SheetTotals } from './document-sheet.tsx';
import type { PublicAnswer, PublicKinds } from './load-public-document.ts';
import { publicPdfUrl } from './load-public-document.ts';
import { NotFoundSlip } from './not-found-slip.tsx';
import type { PublicDocumentState } from './use-public-document.ts';
import { usePublicDocument } from './use-public-document.ts';

/** What each kind's page is given. */
export interface PageProps<Kind extends keyof PublicKinds> {
  publicId: string;
  /** The first request, already under way when the page is drawn. */
  first: Promise<PublicAnswer<PublicKinds[Kind]>>;
}

interface PublicPageProps<Kind extends keyof PublicKinds> extends PageProps<Kind> {
  kind: Kind;
  /** What is drawn of the document. */
  children: (data: PublicKinds[Kind], state: PublicDocumentState<PublicKinds[Kind]>) => ReactNode;
}

/** The page of a document: waits for it, and says why it is not there. */
export function PublicPage<Kind extends keyof PublicKinds>({
  kind,
  publicId,
  first,
  children,
}: PublicPageProps<Kind>) {
  const state = usePublicDocument(kind, publicId, first);
  const { answer, retry } = state;
  if (!answer) return <Waiting label={`Loading ${DOCUMENT_TITLES[kind].toLowerCase()}...`} />;
  if (answer.state === 'found') return children(answer.data, state);
  return (
    <NotFoundSlip
      kind={kind}
      closed={answer.state === 'closed'}
      onRetry={answer.state === 'failed' ? retry : undefined}
    />
  );
}

interface FrameProps {
  brand: Brand;
  /** The document's title. */
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Around a document's page. */
export function PublicFrame({ brand, title, className, children }: FrameProps) {
  const style = useBrand(brand);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={className} style={style}>
      {children}
    </div>
  );
}

/** The panel and the sheet beside each other; on the phone one above the other. */
export function Split({
  className,
  children,
}: {
  className?: string | false;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'grid min-h-[calc(100dvh-var(--banner))] grid-cols-[minmax(460px,36.5%)_minmax(0,1fr)] phone:block printed:block',
        className,
      )}
    >
      {children}
    </div>
  );
}

interface ReadOnlyProps
  extends
    Pick<BusinessFaceProps, 'name' | 'label' | 'below' | 'ago'>,
    Pick<DocumentSheetProps, 'dates'> {
  kind: 'estimate' | 'credit_note';
  publicId: string;
  number: string;
  document: PublicKinds['estimate']['estimate'] | PublicKinds['credit_note']['creditNote'];
  data: Omit<PublicKinds['credit_note'], 'creditNote'>;
  lines?: DocumentSheetProps['lines'];
  /** What the last sum is called. */
  totalLabel: string;
  /** The one card that says what can be done. */
  card: ReactNode;
}

/** A document that is read, not paid. */
export function ReadOnlyDocument({
  kind,
  publicId,
  number,
  document,
  data: { businessProfile, customer, revision, lineItems },
  lines = lineItems,
  dates,
  totalLabel,
  card,
  ...face
}: ReadOnlyProps) {
  const title = DOCUMENT_TITLES[kind];
  const total = money(document.total, document.currency);
  return (
    <PublicFrame
      brand={businessProfile.brand}
      title={`${title} ${number} from ${businessProfile.businessName}`}
    >
      <Split>
        <BusinessFace
          {...face}
          business={businessProfile}
          amount={total}
          title={title}
          number={number}
        >
          {card}
        </BusinessFace>
        <DocumentSheet
          kind={kind}
          publicId={publicId}
          number={number}
          status={document.status}
          currency={document.currency}
          figures={document}
          business={businessProfile}
          customer={customer}
          dates={dates}
          revision={revision}
          pdf={{ href: publicPdfUrl(kind, publicId), words: 'Download PDF' }}
          lines={lines}
          totals={
            <SheetTotals
              sums={document.sums}
              last={{ label: totalLabel, value: formatMoney(total) }}
            />
          }
        />
      </Split>
    </PublicFrame>
  );
}
