import { useState } from 'react';
import { Link } from 'react-router';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { accountMark } from '../../lib/account-mark.ts';
import { hasCode, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Named } from './resolve-invoice.ts';
import { idIn, findByNumber } from './resolve-invoice.ts';
import type { TestResult } from './test-result.tsx';
import { Failed, TestResultView, UNDERLINED } from './test-result.tsx';

/** The invoice that the test is about until another one is named. */
const DEFAULT_INVOICE = '8';

type Outcome =
  | { state: 'done'; id: string; result: TestResult }
  | { state: 'failed'; words: string }
  | { state: 'missing'; id: string; offered: readonly Named[] };

/** How many invoices are offered in place of one that is not there. */
const OFFERED = 3;

/** The newest invoices of whoever is signed in; none where that cannot be read. */
async function newestInvoices(): Promise<readonly Named[]> {
  try {
    const { body } = await api.invoices.list({ limit: OFFERED });
    return body.slice(0, OFFERED);
  } catch {
    return [];
  }
}

interface Props {
  /** The invoice in the address, if there is one. */
  invoice: string | null;
}

/**
 * The test of the invoice that was meant. What is no ID is looked up among the owner's numbers; so is
 * an ID that nothing has, since a number may be nothing but digits.
 */
async function runTest(text: string): Promise<{ meant: string; result: TestResult }> {
  const typed = text.trim();
  const id = idIn(typed);
  try {
    const meant = id ?? typed;
    return { meant, result: await api.paymentTest.publicTest({ id: meant.slice(0, 64) }) };
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
    // To whoever is not signed in, no list is open: the first answer stands.
    const { body } = await api.invoices
      .list({ search: typed.slice(0, 200), limit: 50 })
      .catch((refused: unknown) => {
        if (hasCode(refused, 'UNAUTHORIZED')) throw error;
        throw refused;
      });
    const meant = findByNumber(body, typed);
    if (meant === undefined) throw error;
    return { meant, result: await api.paymentTest.publicTest({ id: meant }) };
  }
}

/** The diagnostic: what a customer of one invoice would be offered, and why. */
export function PaymentTestPanel({ invoice }: Props) {
  const [id, setId] = useState(invoice || DEFAULT_INVOICE);
  const [outcome, setOutcome] = useState<Outcome>();
  // As far as is known here: whoever is not is led to sign-in.
  const [signedIn] = useState(() => accountMark() !== undefined);
  const empty = id.trim() === '';
  // Only its owner has such a page; who asked by the public link may be no one of them.
  const back = [outcome?.state === 'done' ? outcome.id : undefined, invoice].find(
    (one) => one && /^\d+$/.test(one),
  );

  const test = useSubmission(async (_keyFor, wanted: string = id) => {
    if (wanted.trim() === '') return 'open';
    notify.clear();
    try {
      const { meant, result } = await runTest(wanted);
      setOutcome({ state: 'done', id: meant, result });
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND')) {
        setOutcome({
          state: 'missing',
          id: wanted.trim(),
          offered: signedIn ? await newestInvoices() : [],
        });
      } else {
        const words = errorMessage(error, 'the server could not be reached').replace(/\.$/, '');
        setOutcome({ state: 'failed', words: `${words}.` });
      }
      notify.error('Test Failed', 'Test failed to run');
    }
    // It changes nothing, and can be asked again at any time.
    return 'open';
  });
  return (
    <main className="mx-auto w-full max-w-[720px] px-6 pt-5 pb-16 max-md:px-4 max-md:pt-3 max-md:pb-12">
      <a
        href="/"
        className="mb-4 flex min-h-11 w-max items-center"
        aria-label={signedIn ? 'Remit dashboard' : 'Remit home page'}
      >
        <Logo />
      </a>
      {(back || signedIn) && (
        <Link
          className="mb-2 inline-flex min-h-8 items-center gap-1.5 text-13 text-muted hover:text-ink hover:underline max-md:min-h-11"
          to={back ? `/invoices/${back}` : '/dashboard'}
        >
          <Icon as={IconArrowLeft} />
          {back ? 'Back to invoice' : 'Back to dashboard'}
        </Link>
      )}
      <h1 className="text-20 tracking-[-0.016em]">Payment Test</h1>
      <p className="mt-1 mb-5 text-pretty text-muted">
        Checks how an invoice can be paid and whether its payment link works. Only the invoice’s
        owner sees a result.
      </p>
      <Form
        className="mb-6 grid grid-cols-[minmax(0,320px)_auto] grid-rows-[repeat(3,auto)] items-start justify-start gap-x-2.5 max-md:grid-cols-1 max-md:justify-stretch max-md:gap-y-2.5"
        submission={test}
      >
        {/* The button stands in the row of the input, whatever is above and below that. */}
        <TextField
          className="row-[1/span_3]! grid! grid-rows-subgrid! max-md:row-start-1! max-md:row-end-auto! max-md:block!"
          label="Invoice ID"
          hint="The number in the address of the invoice’s page, such as 8 in /invoices/8. The address itself and the invoice’s number work too."
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
        />
        <Button
          className="row-start-2"
          variant="primary"
          type="submit"
          writes
          busy={test.busy}
          disabled={empty}
          disabledReason={empty ? 'Enter an invoice ID first' : undefined}
        >
          Run Test
        </Button>
      </Form>
      <div aria-live="polite" aria-busy={test.busy} className={cx(test.busy && 'opacity-60')}>
        {outcome?.state === 'failed' && (
          <Failed>
            <p>Test failed to run: {outcome.words}</p>
          </Failed>
        )}
        {outcome?.state === 'missing' && (
          <Missing
            id={outcome.id}
            offered={outcome.offered}
            onTry={(chosen) => {
              setId(chosen);
              void test.submit(chosen);
            }}
          />
        )}
        {outcome?.state === 'done' && <TestResultView result={outcome.result} />}
      </div>
    </main>
  );
}

interface MissingProps {
  id: string;
  offered: readonly Named[];
  onTry: (id: string) => void;
}

/** There is no such invoice, or it is another's: what to do instead. */
function Missing({ id, offered, onTry }: MissingProps) {
  return (
    <Failed>
      <p>
        Test failed to run: there is no invoice <b>{id.slice(0, 64)}</b> in your account.
      </p>
      {offered.length > 0 ? (
        <>
          <p>Try one of your newest instead:</p>
          <div className="mt-2.5 flex flex-wrap gap-2">
            {offered.map((invoice) => (
              <Button key={invoice.id} size="sm" onClick={() => onTry(String(invoice.id))}>
                {shownNumber(invoice.invoiceNumber)}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>
          Check the ID, and that you are{' '}
          <a className={UNDERLINED} href="/api/login?returnTo=%2Ftest-payment">
            signed in
          </a>{' '}
          as the invoice’s owner. If you have no invoice yet,{' '}
          <a className={UNDERLINED} href="/invoices?new=1">
            create one
          </a>{' '}
          and test it here.
        </p>
      )}
    </Failed>
  );
}
