import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { NewSubscription } from '../../../shared/subscription/subscription.contract.ts';
import { openPaymentForm } from './payment-form/open-payment-form.ts';
import type { PaymentForm } from './payment-form/payment-form.ts';
import { PaymentFormError } from './payment-form/payment-form.ts';

interface MountedForm {
  /** There once it can be typed into. */
  form: PaymentForm | undefined;
  /** Why it cannot be shown, in words. */
  failure: string | undefined;
}

/** Shows the provider's form in `place` for a purchase, and for the next one in the same form. */
export function usePaymentForm(
  place: RefObject<HTMLElement | null>,
  purchase: NewSubscription | undefined,
): MountedForm {
  const opened = useRef<{ key: string; form: Promise<PaymentForm> } | undefined>(undefined);
  const [state, setState] = useState<MountedForm & { secret?: string }>({
    form: undefined,
    failure: undefined,
  });
  const secret = purchase?.clientSecret;

  useEffect(() => {
    const element = place.current;
    if (!purchase || !element) return;
    let current = true;
    const { clientSecret, form: settings } = purchase;
    const key = JSON.stringify(settings);
    if (opened.current?.key !== key) opened.current = { key, form: openPaymentForm(settings) };
    const opening = opened.current;
    const show = async () => {
      try {
        const form = await opening.form;
        if (!current) return;
        await form.mount(element, clientSecret);
        if (current) setState({ form, failure: undefined, secret: clientSecret });
      } catch (error) {
        // Asked for again, it is fetched again.
        if (opened.current === opening) opened.current = undefined;
        const failure =
          error instanceof PaymentFormError
            ? error.message
            : 'The payment form could not be shown. Try again.';
        if (current) setState({ form: undefined, failure, secret: clientSecret });
      }
    };
    void show();
    return () => {
      current = false;
    };
  }, [place, purchase]);

  useEffect(
    () => () => {
      const last = opened.current;
      opened.current = undefined;
      last?.form.then(
        (form) => form.unmount(),
        () => undefined,
      );
    },
    [],
  );

  return state.secret === secret ? state : { form: undefined, failure: undefined };
}
