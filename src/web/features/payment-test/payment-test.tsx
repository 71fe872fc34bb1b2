import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './payment-test.module.css';
import type { TestResult } from './test-result.tsx';
import { TestResultView } from './test-result.tsx';

/** The invoice that the test is about until another one is named. */
const DEFAULT_INVOICE = '8';

type Outcome = { state: 'done'; result: TestResult } | { state: 'failed'; words: string };

interface Props {
  /** The invoice in the address, if there is one. */
  invoice: string | null;
}

/** The diagnostic: what a customer of one invoice would be offered, and why. */
export function PaymentTestPanel({ invoice }: Props) {
  const [id, setId] = useState(invoice || DEFAULT_INVOICE);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef(false);
  const empty = id.trim() === '';

  const run = async () => {
    if (running.current || empty) return;
    running.current = true;
    setBusy(true);
    try {
      const result = await api.paymentTest.publicTest({ id: id.trim() });
      setOutcome({ state: 'done', result });
    } catch (error) {
      const words = reason(error, 'the server could not be reached').replace(/\.$/, '');
      setOutcome({ state: 'failed', words: `${words}.` });
      notify.error('Test Failed', 'Test failed to run');
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <main className={classes.page}>
      <h1>Payment Test</h1>
      <p className={classes.about}>
        What the customer of an invoice is offered, and whether its payment link works. Only the
        invoice’s owner sees a result.
      </p>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextField
          label="Invoice ID"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
        />
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          disabled={empty}
          disabledReason={empty ? 'Enter an invoice ID first' : undefined}
        >
          Run Test
        </Button>
      </form>
      <div aria-live="polite" aria-busy={busy} className={busy ? classes.busy : undefined}>
        {outcome?.state === 'failed' && (
          <section className={classes.failed}>
            <h2>Test Failed</h2>
            <p>
              Test failed to run: {outcome.words} Check the ID, and that you are{' '}
              <a href="/api/login?returnTo=%2Ftest-payment">signed in</a> as the invoice’s owner.
            </p>
          </section>
        )}
        {outcome?.state === 'done' && <TestResultView result={outcome.result} />}
      </div>
    </main>
  );
}
