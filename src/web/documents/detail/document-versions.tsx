import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { Break, Revision } from '../../../shared/documents/revision.contract.ts';
import { failure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertTriangle, IconChevronRight, IconShieldCheck } from '../../ui/icons.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { versionPdfAddress } from '../document-places.ts';
import { useBusiness } from '../use-business.ts';
import { RailLink } from './document-rail.tsx';

const PAGE = 10;
const QUIET = 'text-13 text-muted';

interface Versioned {
  id: number;
  /** The number of the latest; null of what was never issued. */
  revision: number | null;
  version: number;
}

/** What was issued, version by version, and whether it still is what it was. */
export function RailVersions(props: { kind: KindName; document: Versioned }) {
  return props.document.revision === null ? null : <Versions {...props} />;
}

function Versions({ kind, document }: { kind: KindName; document: Versioned }) {
  const { id } = document;
  const { profile } = useBusiness();
  const { revisions } = orpc[DOCUMENT_KINDS[kind].calls];
  const read = useInfiniteQuery({
    ...revisions.infiniteOptions({
      input: (before: number | undefined) => ({ id, limit: PAGE, ...(before ? { before } : {}) }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.number : undefined),
    }),
    // Another version is another list.
    queryKey: [...revisions.key({ type: 'infinite', input: { id } }), document.revision],
  });
  const shown = read.data?.pages.flat() ?? [];
  return (
    <RailLink title="Versions">
      {read.isError && (
        <p className={QUIET}>{failure('The versions could not be loaded', read.error)}</p>
      )}
      <ol className="grid gap-2.5">
        {shown.map((revision) => (
          <li key={revision.number}>
            <p className="flex flex-wrap justify-between gap-x-3 gap-y-0.5 leading-5">
              <ServerLink
                href={versionPdfAddress(kind, document, revision.number)}
                className="leading-6"
              >
                Version {revision.number}
                <VisuallyHidden> as PDF</VisuallyHidden>
              </ServerLink>
              <time dateTime={revision.createdAt} className={QUIET}>
                {formatInstant(revision.createdAt, profile?.timeZone)}
              </time>
            </p>
            <Changes revision={revision} />
          </li>
        ))}
      </ol>
      {read.hasNextPage && (
        <Button size="sm" variant="quiet" onClick={() => void read.fetchNextPage()}>
          Show older versions
        </Button>
      )}
      <Verified kind={kind} document={document} />
    </RailLink>
  );
}

function Changes({ revision: { number, changes, takenOver } }: { revision: Revision }) {
  if (takenOver) return <p className={QUIET}>As it stood when its history began</p>;
  if (number === 1) return null;
  if (changes.length === 0) return <p className={QUIET}>Issued again, unchanged</p>;
  return (
    <details className="group">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 py-[3px] text-13 text-muted marker:hidden hover:text-ink">
        <Icon as={IconChevronRight} size={14} className="group-open:rotate-90" />
        What changed<VisuallyHidden> in version {number}</VisuallyHidden>
      </summary>
      <dl className="grid gap-2 pt-1 pb-1.5 text-13 leading-4.5 wrap-anywhere whitespace-pre-line">
        {changes.map(({ field, before, after }, index) => (
          // Two lines may have one name; they never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt className="text-muted">{field}</dt>
            <dd dir="auto" className="text-muted">
              {before === null ? <i>nothing</i> : <del>{before}</del>}
            </dd>
            <dd dir="auto">
              {after === null ? (
                <i className="text-muted">removed</i>
              ) : (
                <ins className="no-underline">{after}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Verified({ kind, document: { id, version } }: { kind: KindName; document: Versioned }) {
  const { queryKey, ...check } = orpc.revisions.verify.queryOptions({ input: { kind, id } });
  const { data } = useQuery({ ...check, queryKey: [...queryKey, version] });
  if (!data) return null;
  if (data.breaks.length === 0) {
    return (
      <p className="mt-3 flex items-center gap-1.5 text-13 text-muted">
        <Icon as={IconShieldCheck} size={15} />
        All versions verified
      </p>
    );
  }
  return (
    <div className="mt-3 flex gap-1.5 text-13 leading-4.5 text-overdue" role="alert">
      <Icon as={IconAlertTriangle} size={15} className="mt-px" />
      <ul>
        {data.breaks.map((found) => (
          <li key={`${found.revision} ${found.fault}`}>{formatBreak(found)}</li>
        ))}
      </ul>
    </div>
  );
}

/** 'Version 2 …', or a sentence about what is of no version. */
const FAULTS: Record<Break['fault'], string> = {
  'body altered': 'was altered after it was issued',
  'link broken': 'does not follow the version before it',
  'revision missing': 'is missing',
  'stored PDF altered': 'has a different PDF from the one that was drawn',
  'logo altered': 'has a different logo from the one it was issued with',
  'document differs from its latest revision': 'differs from what the document says now',
  'document missing': 'The document is missing',
  'public address missing': 'The address of its public page is missing',
  'status set back outside Remit': 'It was issued, and was set back to draft outside Remit',
  'deleted or restored outside Remit': 'It was deleted or restored outside Remit',
  'answer altered': 'The customer’s answer was altered',
  'answer missing': 'An answer of the customer is missing',
  'answer added': 'An answer was added that no customer gave',
  'status differs from what is due': 'Its status does not follow from what is due',
  'amounts differ from what they are made of':
    'What is paid or credited differs from the payments and credit notes',
  'account entries altered': 'Its entries in the customer’s account were altered',
  'tax entries altered': 'Its entries in the tax report were altered',
};

const formatBreak = ({ revision, fault }: Break) =>
  revision === null ? FAULTS[fault] : `Version ${revision} ${FAULTS[fault]}`;
