/**
 * What the application's document brings along for a signed-in owner: the answers to the calls that
 * its page would make first, so that none of them waits for the program (decision 57).
 */
export interface FirstAnswers {
  /** Of the account whose answers these are, as in its cookie. */
  mark: string;
  answers: Partial<Record<FirstCall, unknown>>;
}

/** Calls without input, by their names in the contract: of the frame, and of the dashboard. */
export const FRAME_CALLS = [
  'account.user',
  'account.installation',
  'profile.get',
  'invoices.summary',
  'notifications.unreadCount',
] as const;
export type FirstCall = (typeof FRAME_CALLS)[number] | 'dashboard.get';

/** The id of the element that holds them. */
export const FIRST_ANSWERS_ID = 'first-answers';
