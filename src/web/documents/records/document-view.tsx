import type { UseQueryOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { DocumentLayout } from '../detail/document-layout.tsx';
import { DocumentPages } from '../detail/document-pages.tsx';
import type { PictureQuery } from '../detail/document-queries.ts';
import { isMissing, UnreadDocument, WHILE_SHOWN } from '../detail/stored-document.tsx';
import { viewPdf } from '../document-files.ts';
import { listPath } from '../document-places.ts';
import type { MailedDetail } from '../email/document-mail.ts';
import { requestEmail } from '../email/email-request.ts';
import { EmailState } from '../email/email-state.tsx';
import type { SendEmail } from '../email/use-send-email.ts';
import { useBusiness } from '../use-business.ts';

/** Reads a document for its page; says so while it is not there, or where there is none. */
export function StoredDocument<Detail extends MailedDetail>({
  kind,
  id,
  stored,
  children,
}: {
  kind: KindName;
  id: number;
  stored: (id: number) => Pick<UseQueryOptions<Detail>, 'queryKey' | 'queryFn'>;
  children: (document: Detail) => ReactNode;
}) {
  const query = useQuery({ ...stored(id), ...WHILE_SHOWN, enabled: id > 0 });
  const reading = { id, query };
  return query.data && !isMissing(reading) ? (
    children(query.data)
  ) : (
    <UnreadDocument kind={kind} {...reading} />
  );
}

interface Props<Detail extends MailedDetail> {
  kind: KindName;
  document: Detail;
  picture: (document: Detail, page: number) => PictureQuery;
  email: SendEmail<Detail>;
  /** Whether it is sent to nobody any more, as what is paid or answered. */
  closed: boolean;
  /** Its state and its amount. */
  head: ReactNode;
  /** What to do next. */
  actions: ReactNode;
  /** What is asked of its owner beneath that. */
  notice?: ReactNode;
  /** What has happened, and to whom. */
  facts: ReactNode;
  onShare: (document: Detail) => void;
}

/** The page of a document: its picture, its state and what to do next. */
export function DocumentView<Detail extends MailedDetail>({
  kind,
  document,
  picture,
  email,
  closed,
  head,
  actions,
  notice,
  facts,
  onShare,
}: Props<Detail>) {
  const { profile } = useBusiness();
  const { name, number: field } = DOCUMENT_KINDS[kind];
  const number = shownNumber(String(document[field as never]));
  return (
    <DocumentLayout
      list={{ to: listPath(kind), label: `${name}s` }}
      number={number}
      head={head}
      actions={actions}
      state={
        <>
          <EmailState
            document={document}
            closed={closed}
            timeZone={profile?.timeZone}
            onRetry={(message, how) => void email.actions.retry(document.id, message, how)}
            onUndo={(message) => void email.actions.undo(document.id, message)}
            onWrite={() => requestEmail(kind, document)}
            onShare={() => onShare(document)}
          />
          {notice}
        </>
      }
      document={
        <DocumentPages
          kind={kind}
          number={number}
          picture={(page) => picture(document, page)}
          onOpenPdf={() => viewPdf(kind, document)}
        />
      }
      rest={facts}
    />
  );
}
