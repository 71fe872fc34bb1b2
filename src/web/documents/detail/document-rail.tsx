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
import classes from './document-rail.module.css';

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
    <section className={classes.head} aria-label="State">
      {badge}
      <p className={classes.amount}>
        {whole}
        {decimals && <span>.{decimals}</span>}
      </p>
      {children}
    </section>
  );
}

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
  const id = useId();
  const shown = all ? events : events.slice(0, SHOWN_AT_FIRST);
  const hidden = events.length - shown.length;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>History</h2>
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
    </section>
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
  const id = useId();
  const { main, beside } = partyNames(customer);
  const { email } = customer;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>Customer</h2>
      <dl className={classes.facts}>
        <dt>{beside ? 'Company' : 'Name'}</dt>
        <dd dir="auto">
          <Link to={`/customers/${customer.id}`}>{main}</Link>
        </dd>
        {beside && (
          <>
            <dt>Contact</dt>
            <dd dir="auto">{beside}</dd>
          </>
        )}
        {email && (
          <>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </>
        )}
        {data?.phone && (
          <>
            <dt>Phone</dt>
            <dd>{data.phone}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** The document that this one came from, or became. */
export function RailLink({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
