import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { DocumentSort, SortOf } from '../../../shared/lists/list-sorts.ts';
import { errorMessage } from '../../lib/api-error.ts';
import type { CallContext } from '../../lib/api.ts';
/** What the list and the page of a kind of documents are built of: its calls, and what is read again. */
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import type { Query } from '../../lib/use-pages.ts';
import { buildFilter } from '../../lib/use-pages.ts';
import { notify } from '../../ui/notify.tsx';
import type { PictureQuery } from '../detail/document-queries.ts';
import type { DocumentMail, MailedDetail } from '../email/document-mail.ts';
import { sendFailure } from '../email/document-mail.ts';
import type { ListFilter } from '../filter/list-filter.ts';

/** What narrows a list, and its order. */
interface Filter<Status extends string, Sort extends DocumentSort> extends ListFilter<Sort> {
  status?: Status;
  search?: string;
}

interface ById {
  id: number | string;
}

type Call<Input, Output> = Pick<Query<Input, Output>, 'call' | 'queryKey' | 'queryOptions'>;
interface Shown {
  key: () => QueryKey;
}

interface Kind<K extends KindName, Detail, Status extends string, Queries> {
  kind: K;
  /** In titles: 'Credit Note'. */
  title: string;
  statuses: readonly Status[];
  /** As `orpc` has them. */
  calls: {
    get: Call<ById, Detail>;
    list: Shown;
    summary: Shown;
    delete: { call: (input: ById) => Promise<unknown> };
    restore: { call: (input: ById) => Promise<Detail> };
    sendEmail: {
      call: (input: SendEmailInput, options: { context: CallContext }) => Promise<Detail>;
    };
  };
  /** What matches a filter, page by page; its count and its sum. */
  queries: (filter: Filter<Status, SortOf<K>>) => Queries;
  /** What else shows it or depends on it, and is read again whenever one was written. */
  refreshed?: readonly Shown[];
  facts: (document: Detail) => Omit<DocumentFacts, 'of'>;
  /** @param page counted from 1 */
  picture: (document: Detail, page: number) => PictureQuery;
}

export function documentRecords<
  K extends KindName,
  Detail extends MailedDetail,
  Status extends string,
  Queries,
>({
  kind,
  title,
  statuses,
  calls,
  queries,
  refreshed = [],
  facts,
  picture,
}: Kind<K, Detail, Status, Queries>) {
  const { noun, number } = DOCUMENT_KINDS[kind];
  const stored = (id: number) => calls.get.queryOptions({ input: { id } });
  /** The document as it is now, where it is known; lists and sums are read again. */
  const refresh = (client: QueryClient, saved?: Detail) => {
    if (saved) keepAnswer(client, calls.get.queryKey({ input: { id: saved.id } }), saved);
    for (const call of [calls.list, calls.summary, ...refreshed]) {
      void client.invalidateQueries({ queryKey: call.key() });
    }
    refreshFigures(client);
  };
  const mail: DocumentMail<Detail> = {
    of: kind,
    facts: (document) => ({ of: kind, ...facts(document) }),
    stored: (id) => ({
      queryKey: calls.get.queryKey({ input: { id } }),
      queryFn: () => calls.get.call({ id }),
    }),
    picture: (document) => picture(document, 1),
    send: (input, idempotencyKey) => calls.sendEmail.call(input, { context: { idempotencyKey } }),
    refresh,
    reload(client, id) {
      void client.invalidateQueries({ queryKey: calls.get.queryKey({ input: { id } }) });
      refresh(client);
    },
    refused: (error) => notify.error('Email Failed', errorMessage(error, sendFailure(kind, error))),
  };

  /** Deletes, with an Undo in the toast. @returns whether it is gone */
  const remove = async (client: QueryClient, document: { id: number }) => {
    const { id } = document;
    const shown = shownNumber(String(document[number as never]));
    const undo = async () => {
      try {
        refresh(client, await calls.restore.call({ id }));
        notify.success(`${title} Restored`, `${shown} is back in your lists.`);
      } catch (error) {
        notify.error('Error', errorMessage(error, `Failed to restore ${noun}`));
      }
    };
    try {
      await calls.delete.call({ id });
    } catch (error) {
      const failed = `Failed to delete ${noun}. Please try again.`;
      // The specification has the same words for an estimate, whatever the reason.
      notify.error('Error', kind === 'estimate' ? failed : errorMessage(error, failed));
      refresh(client);
      return false;
    }
    refresh(client);
    notify.success(`${title} Deleted`, `${shown} is no longer in your lists.`, {
      label: 'Undo',
      onClick: () => void undo(),
    });
    return true;
  };

  return {
    kind,
    title,
    statuses,
    stored,
    mail,
    refresh,
    remove,
    /** What a status, a search and a filter hold. */
    list: (status: Status | 'all', search: string, filter: ListFilter<SortOf<K>>) =>
      queries({ ...(status === 'all' ? {} : { status }), ...buildFilter(search), ...filter }),
  };
}
