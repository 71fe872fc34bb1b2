import { useEffect, useRef, useState } from 'react';
import type { PortalCards } from '../../../shared/customer-portal/portal.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatSavedCard } from '../../../shared/payments/automatic-payment.ts';
import { isWebAddress } from '../../lib/public-calls.ts';
import { localToday } from '../../ui/local-today.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { readPortal, sendPortal } from './portal-calls.ts';
import { Entry, Section, SHEET } from './section.tsx';
import { unlessEnded, useVisit } from './visit.ts';

type Card = PortalCards['cards'][number];

/** Whether the provider has led here from another card. */
const readChanged = () => new URLSearchParams(location.search).get('card') === 'changed';

/** Cards that are charged for what is due, and how that is ended. Nothing where there are none. */
export function SavedCards({ businessName }: { businessName: string }) {
  const { end, changes } = useVisit();
  const [cards, setCards] = useState<readonly Card[]>([]);
  const [over, setOver] = useState<string>();
  const [hasChanged] = useState(readChanged);
  useEffect(() => {
    let current = true;
    void readPortal<PortalCards>('/cards').then((outcome) => {
      const known = unlessEnded(outcome, end);
      if (current && known?.state === 'done') setCards(known.data.cards);
    });
    return () => {
      current = false;
    };
  }, [end, changes]);
  const note = useRef<HTMLParagraphElement>(null);
  const isKnown = cards.length > 0;
  // The press that ended it is gone from the page with its card; another card is far down the page.
  useEffect(() => {
    if (hasChanged && isKnown) history.replaceState(null, '', location.pathname);
    note.current?.focus();
  }, [over, hasChanged, isKnown]);
  if (!isKnown && over === undefined) return null;
  return (
    <Section title="Automatic payment">
      {(over !== undefined || hasChanged) && (
        <p
          ref={note}
          tabIndex={-1}
          className="mb-3 rounded-lg border border-line-2 bg-surface px-5 py-3.5 text-[15px] text-pretty outline-none"
        >
          {over === undefined ? (
            'Your card has been changed. This one is charged from now on.'
          ) : (
            <>
              Automatic payment has ended. <bdi>{businessName}</bdi> may not charge {over} any more.
            </>
          )}
        </p>
      )}
      <ul className={`${SHEET} m-0 list-none p-0 empty:hidden`}>
        {cards.map((card) => (
          <SavedCard
            key={card.customerId}
            card={card}
            businessName={businessName}
            onEnded={(left) => {
              setCards(left);
              setOver(formatSavedCard(card));
            }}
          />
        ))}
      </ul>
    </Section>
  );
}

interface Props {
  card: Card;
  businessName: string;
  /** @param left the cards that are still charged */
  onEnded: (left: readonly Card[]) => void;
}

function SavedCard({ card, businessName, onEnded }: Props) {
  const { end } = useVisit();
  const [asks, setAsks] = useState<'end' | 'change'>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const asked = useRef<'end' | 'change'>(undefined);
  const shown = formatSavedCard(card);
  const ask = (what: 'end' | 'change') => {
    asked.current = what;
    setAsks(what);
  };
  const focusIfAsked = (what: 'end' | 'change') => (button: HTMLButtonElement | null) => {
    if (!button || asked.current !== what) return;
    asked.current = undefined;
    button.focus();
  };
  const until = `${String(card.expiresMonth).padStart(2, '0')}/${card.expiresYear}`;
  const stop = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = unlessEnded(
      await sendPortal<PortalCards>(`/cards/${card.customerId}/end`),
      end,
    );
    setIsBusy(false);
    if (outcome?.state === 'done') onEnded(outcome.data.cards);
    else setFailure(outcome?.words);
  };
  const change = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const outcome = unlessEnded(
      await sendPortal<{ url: string }>(`/cards/${card.customerId}/change`),
      end,
    );
    if (outcome?.state === 'done' && isWebAddress(outcome.data.url)) {
      location.assign(outcome.data.url);
      return;
    }
    setIsBusy(false);
    if (outcome?.state === 'refused') setFailure(outcome.words);
  };
  return (
    <Entry>
      <div className="min-w-0 flex-[1_1_260px]">
        <p className="font-[600]">
          {shown} <span className="font-[400] text-muted">until {until}</span>
        </p>
        <p className="text-[14.5px] text-pretty text-muted">
          {card.isRefused
            ? 'The card was refused and is not charged any more. On an open invoice’s page you can agree to another.'
            : `Charged for invoices on the day they are due. Agreed on ${formatDate(localToday(new Date(card.agreedAt)))}.`}
        </p>
        <details className="mt-1 text-[14px] text-muted">
          <summary className="cursor-pointer py-1">What you agreed to</summary>
          <p className="text-pretty" dir="auto">
            {card.text}
          </p>
        </details>
        <p className="text-[14px] text-overdue empty:hidden" role="alert">
          {failure}
        </p>
      </div>
      {asks === 'change' && (
        <div className="grid w-full gap-3">
          <p className="text-[15px] text-pretty" dir="auto">
            {card.changeText}
          </p>
          <div className="flex flex-wrap gap-2">
            <button
              ref={(button) => button?.focus()}
              type="button"
              className={buttonClass('outlined', 'phone:w-full')}
              aria-busy={isBusy}
              onClick={() => void change()}
            >
              I agree, enter another card
            </button>
            <button
              type="button"
              className={buttonClass('outlined', 'phone:w-full')}
              onClick={() => setAsks(undefined)}
            >
              Keep {shown}
            </button>
          </div>
        </div>
      )}
      {asks === 'end' && (
        <div className="flex w-full flex-wrap gap-2">
          <button
            // The press that brought it is gone with its button.
            ref={(button) => button?.focus()}
            type="button"
            className={buttonClass('outlined', 'whitespace-normal phone:w-full')}
            aria-busy={isBusy}
            onClick={() => void stop()}
          >
            Yes, {businessName} may not charge {shown} any more
          </button>
          <button
            type="button"
            className={buttonClass('outlined', 'phone:w-full')}
            onClick={() => setAsks(undefined)}
          >
            Keep it
          </button>
        </div>
      )}
      {asks === undefined && (
        <div className="flex flex-none gap-2 phone:w-full phone:*:flex-1">
          {card.changeText !== null && (
            <button
              type="button"
              className={buttonClass('outlined', 'min-h-10')}
              ref={focusIfAsked('change')}
              aria-label={`Change card ${shown}`}
              onClick={() => ask('change')}
            >
              Change card
            </button>
          )}
          <button
            type="button"
            className={buttonClass('outlined', 'min-h-10')}
            ref={focusIfAsked('end')}
            aria-label={`End automatic payment by ${shown}`}
            onClick={() => ask('end')}
          >
            End
          </button>
        </div>
      )}
    </Entry>
  );
}
