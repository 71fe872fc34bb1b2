/** What came of pressing the button. */
export type PaymentOutcome =
  | { state: 'succeeded' }
  /** Taken, and decided later: the server is told, not the browser. */
  | { state: 'processing' }
  /** The form itself says what is missing or wrong. */
  | { state: 'invalid' }
  /** Refused, in the provider's words. The form can be tried again. */
  | { state: 'failed'; message: string }
  /** The browser is on its way to the bank's page, and comes back to the return address. */
  | { state: 'leaving' };

/**
 * A form of the provider's, in which a payment is made. Card details go from the browser to the
 * provider and never to our own server.
 */
export interface PaymentForm {
  /**
   * Shows the form, ready to be typed into. Called again with another secret it pays that one.
   * @throws PaymentFormError when it cannot be shown, in words
   */
  mount(element: HTMLElement, clientSecret: string): Promise<void>;
  /** Pays with what was typed. @param returnUrl where the browser comes back to from elsewhere */
  confirm(returnUrl: string): Promise<PaymentOutcome>;
  unmount(): void;
}

/** Why there is no form to pay with, in words for the person who wants to. */
export class PaymentFormError extends Error {
  override readonly name = 'PaymentFormError';
}

/** Rejects when `work` takes longer than `milliseconds`. */
export async function withinTime<T>(
  work: Promise<T>,
  milliseconds: number,
  message: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PaymentFormError(message)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
