/** The parts of the rail beside a document that an invoice and an estimate share. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { partyNames } from '../party-names.ts';
import type { GlyphKind } from '../status-glyph.tsx';
import { Timeline, TimelineEntry } from '../timeline.tsx';
import { useBusiness } from '../use-business.ts';

/** Its status, its amount, and a sentence about time. */
export function RailHead({
  badge,
  amount,
  children,
}: {
  badge: ReactNode;
  amount: Money;
  children: ReactNode;
}) {
  const [whole, decimals] = formatMoney(amount).split('.');
  return (
    <section aria-label="State">
      {badge}
      <p className="mt-2.5 mb-0.5 text-34 leading-[1.15] font-[620] tracking-[-0.03em] tabular-nums">
        {whole}
        {decimals && <span className="font-[460] text-muted">.{decimals}</span>}
      </p>
      {children}
    </section>
  );
}

/** What its state means in time: '… in 13 days'. */
export function RailTiming({ words, late }: { words: string; late?: string | undefined }) {
  return (
    <p className="text-muted">
      {words}
      {late && <span className="text-overdue">{late}</span>}
    </p>
  );
}

/** What of its amount is settled already, and what is left. */
export const RailPart = ({ settled, left }: { settled: string; left: string }) => (
  <p className="mt-0.5 text-muted tabular-nums">
    {settled}, <b className="text-ink">{left}</b>
  </p>
);

const SHOWN_AT_FIRST = 8;

interface HistoryProps<T> {
  /** Newest first. */
  events: readonly T[];
  words: (event: T) => { words: ReactNode; glyph: GlyphKind };
}

export function RailHistory<T extends { id: number; createdAt: string }>({
  events,
  words: wordsOf,
}: HistoryProps<T>) {
  const { profile } = useBusiness();
  const [all, setAll] = useState(false);
  const shown = all ? events : events.slice(0, SHOWN_AT_FIRST);
  const hidden = events.length - shown.length;
  return (
    <RailLink title="History">
      <Timeline>
        {shown.map((event) => {
          const { words, glyph } = wordsOf(event);
          return (
            <TimelineEntry
              key={event.id}
              glyph={glyph}
              below={
                <time dateTime={event.createdAt}>
                  {formatInstant(event.createdAt, profile?.timeZone)}
                </time>
              }
            >
              {words}
            </TimelineEntry>
          );
        })}
      </Timeline>
      {hidden > 0 && (
        <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </RailLink>
  );
}

interface Customer {
  id: number;
  name: string;
  company: string | null;
  email: string | null;
}

export function RailCustomer({ customer }: { customer: Customer }) {
  const { data } = useQuery(orpc.customers.get.queryOptions({ input: { id: customer.id } }));
  const { main, beside } = partyNames(customer);
  const { email } = customer;
  return (
    <RailLink title="Customer">
      <RailFacts>
        <RailFact term={beside ? 'Company' : 'Name'}>
          <Link to={`/customers/${customer.id}`}>{main}</Link>
        </RailFact>
        <RailFact term="Contact">{beside}</RailFact>
        <RailFact term="Email">{email && <a href={`mailto:${email}`}>{email}</a>}</RailFact>
        <RailFact term="Phone">{data?.phone}</RailFact>
      </RailFacts>
    </RailLink>
  );
}

/** What is said of something, each beside its name. */
export function RailFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-[7px] wrap-anywhere">
      {children}
    </dl>
  );
}

export function RailFact({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}

/** A part of the rail: the document that this one came from or became, or what else is said of it. */
export function RailLink({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="border-t border-hairline py-5" aria-labelledby={id}>
      <h2 id={id} className="mb-2.5">
        {title}
      </h2>
      {children}
    </section>
  );
}
