import { useState } from 'react';
import { Link } from 'react-router';
import type { Activity } from '../../../shared/dashboard/dashboard.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { partyName } from '../../documents/party-names.ts';
import { Timeline, TimelineEntry } from '../../documents/timeline.tsx';
import { formatAgo, formatInstant } from '../../lib/format-instant.ts';
import { Panel, PanelNote } from '../../ui/panel.tsx';
import { formatActivity } from './format-activity.ts';

const SHOWN = 5;

interface Props {
  entries: readonly Activity[];
  /** Of the business. */
  timeZone: string;
  /** When the entries were read. */
  readAt: number;
}

/** What happened last, in sentences. */
export function RecentActivity({ entries, timeZone, readAt }: Props) {
  const [opened] = useState(() => Date.now());
  const now = new Date(Math.max(opened, readAt));
  const told = entries.slice(0, SHOWN);
  return (
    <Panel title="Recent Activity">
      {told.length === 0 ? (
        <PanelNote>What happens to your documents is listed here: sent, viewed, paid.</PanelNote>
      ) : (
        <Timeline onCard>
          {told.map((entry) => {
            const { glyph, before, after, how } = formatActivity(entry);
            return (
              <TimelineEntry
                key={entry.id}
                glyph={glyph}
                below={
                  <>
                    <DocumentLink entry={entry} />
                    {how && `, ${how}`},{' '}
                    <time
                      dateTime={entry.createdAt}
                      title={formatInstant(entry.createdAt, timeZone)}
                    >
                      {formatAgo(entry.createdAt, now, timeZone)}
                    </time>
                  </>
                }
              >
                <span>
                  {before}
                  <b className="font-[560]">
                    <bdi>{partyName(entry)}</bdi>
                  </b>
                  {after}
                </span>
              </TimelineEntry>
            );
          })}
        </Timeline>
      )}
    </Panel>
  );
}

/** Leads to the document, unless it is the one that was deleted. */
function DocumentLink({ entry }: { entry: Activity }) {
  const { type } = entry;
  const number = shownNumber(entry.number ?? '');
  const path = findPath(entry);
  const look = 'inline-block max-w-full truncate align-bottom text-inherit';
  if (!path || type.endsWith('.deleted')) return <span className={look}>{number}</span>;
  return (
    <Link className={look} to={path}>
      {number}
    </Link>
  );
}

function findPath({ invoiceId, estimateId, creditNoteId }: Activity): string | undefined {
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (estimateId !== null) return `/estimates/${estimateId}`;
  return creditNoteId === null ? undefined : `/credit-notes/${creditNoteId}`;
}
