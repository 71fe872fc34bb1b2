import { createContext, useContext } from 'react';
import type { Outcome } from './portal-calls.ts';

/** The visit that all parts of the page belong to. */
export interface VisitContext {
  /** The server knows the visit no more. */
  end: () => void;
  /** Counts up when something has changed that lists show. */
  changes: number;
  changed: () => void;
}

export const Visit = createContext<VisitContext>({ end: () => {}, changes: 0, changed: () => {} });

export const useVisit = () => useContext(Visit);

/** What a call has answered; undefined where the visit has ended, which the page then says. */
export function unlessEnded<Answer>(
  outcome: Outcome<Answer>,
  end: () => void,
): Exclude<Outcome<Answer>, { state: 'ended' }> | undefined {
  if (outcome.state !== 'ended') return outcome;
  end();
  return undefined;
}
