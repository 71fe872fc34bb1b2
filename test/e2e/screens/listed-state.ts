import type { Page, Route } from 'playwright-core';
import type { Screen } from '../browser.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';

/** Who looks: one of the prepared accounts, their customer on a visit, or nobody who is signed in. */
export type Who = 'owner' | 'nord' | 'newcomer' | 'spent' | 'suspended' | 'guest' | 'nobody';

type Answer = Parameters<Route['fulfill']>[0] | ((route: Route) => unknown);

/** What brings a state about has the open page, and what was prepared. */
export interface Stage {
  page: Page;
  screen: Screen;
  phone: boolean;
  made: Prepared;
  /** Until this state has been looked at, these calls are answered otherwise. */
  answer(calls: string | RegExp, answer: Answer): Promise<void>;
  /** From now on a refused connection is no fault. */
  expectOutage(): void;
  /** What is to be done once this state has been looked at. */
  afterwards(step: () => Promise<unknown>): void;
}

/** A page, or something that lies over it, in one of its states. */
export interface ListedState {
  name: string;
  /** Its address: a route of the application, with what `of` gives in the place of its parameter. */
  at: string;
  of?: (made: Prepared) => string | number;
  /** The files of what lies over the page, beneath `src/web`; twice what is another on the phone. */
  over?: readonly string[];
  /** Where only one screen has it. */
  only?: Screen;
  /** Whether it never stops being busy, because it shows that something is awaited. */
  staysBusy?: boolean;
  /** Whether the document is loaded anew, and has none of the answers that came before. */
  anew?: boolean;
  /** What is to be so before the address is opened, such as answers of the server. */
  before?: (stage: Stage) => Promise<unknown>;
  /** Leads from the open page to the state, and waits until it is there. */
  bring: (stage: Stage) => Promise<unknown>;
}

/** States of one part of the application, seen by one person on one page. */
export interface Area {
  name: string;
  who: Who;
  states: readonly ListedState[];
}

/** The address of a state, with its record. */
export function addressOf({ at, of }: Pick<ListedState, 'at' | 'of'>, made: Prepared): string {
  return of ? at.replace(/:\w+/, String(of(made))) : at;
}
