import type { ReactNode } from 'react';
import { FEATURES } from './content.ts';
import {
  CustomersFragment,
  ExpensesFragment,
  LinesFragment,
  PayFragment,
  PhoneFragment,
  ProfitFragment,
} from './fragments.tsx';
import { Screens } from './screens.tsx';

const PICTURES: Record<keyof typeof FEATURES.cards, ReactNode> = {
  invoices: <LinesFragment />,
  customers: <CustomersFragment />,
  payments: <PayFragment />,
  analytics: <ProfitFragment />,
  expenses: <ExpensesFragment />,
  mobile: <PhoneFragment />,
};

/** Six features, each with a piece of the product, and then the product itself. */
export function Features() {
  return (
    <section className="plain" id="features">
      <h2>{FEATURES.heading}</h2>
      <ul className="features">
        {(Object.keys(FEATURES.cards) as (keyof typeof FEATURES.cards)[]).map((name) => (
          <li key={name}>
            <div className="mini" aria-hidden="true">
              {PICTURES[name]}
            </div>
            <div className="words">
              <h3>{FEATURES.cards[name].title}</h3>
              <p>{FEATURES.cards[name].text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Screens />
    </section>
  );
}
