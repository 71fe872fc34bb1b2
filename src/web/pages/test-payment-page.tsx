import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { PaymentTestPanel } from '../features/payment-test/payment-test.tsx';

/** `/test-payment?invoice={id}`: reachable without a session, though only the owner sees a result. */
export function Component() {
  const [params] = useSearchParams();
  useEffect(() => {
    document.title = 'Payment Test · Remit';
  }, []);
  const invoice = params.get('invoice');
  return <PaymentTestPanel key={invoice} invoice={invoice} />;
}
