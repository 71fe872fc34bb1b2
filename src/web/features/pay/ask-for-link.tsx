import { useEffect, useId, useRef, useState } from 'react';
import { PUBLIC_ID } from '../../../shared/documents/public-id.ts';
import type { ErrorBody } from '../../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../../shared/errors/read-error-message.ts';
import { cameFromPortal } from '../../lib/portal-in-tab.ts';
import { post } from '../../lib/public-calls.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Form } from '../../ui/form.tsx';
import { buttonClass } from '../../ui/public/button-class.ts';
import { FAULT, INPUT, LABEL } from '../../ui/public/form-class.ts';

interface Props {
  kind: 'invoice' | 'estimate' | 'credit_note';
  publicId: string;
  businessName: string;
  className?: string;
  /** What it is asked for, and what is said to who came from there; all documents unless told. */
  words?: { ask: string; back: string };
}

const FAILED = 'The link could not be asked for. Please try again in a moment.';

const LINK =
  'min-h-11 cursor-pointer border-0 bg-transparent p-0 text-left text-ink underline decoration-line-2 underline-offset-3';

/** The way from one document to all of its customer's: by a link to the customer's own address. */
export function AskForLink({ kind, publicId, businessName, className = 'pt-7', words }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState<string>();
  const submission = useSubmission(async () => {
    setFault(undefined);
    try {
      const at = `/api/public/${kind.replace('_', '-')}/${publicId}/portal-link`;
      const response = await post(at, { email }, fetch);
      const body = (await response.json()) as ErrorBody;
      if (response.ok) {
        setSaid(body.message);
        return 'done';
      }
      setFault((response.status < 500 && readErrorMessage(body)) || FAILED);
    } catch {
      setFault(FAILED);
    }
    return 'open';
  });
  useEffect(() => {
    // What was pressed is gone from the page with its button.
    if (said !== undefined) again.current?.focus();
    else if (isOpen) field.current?.focus();
  }, [isOpen, said]);
  // Its owner's preview, which is no customer's.
  if (!PUBLIC_ID.test(publicId)) return null;
  if (cameFromPortal(businessName)) {
    return (
      <p className={`${className} text-[15px] printed:hidden`}>
        <a className={`inline-flex items-center ${LINK}`} href="/portal">
          {words?.back ?? 'Back to all your documents'}
        </a>
      </p>
    );
  }

  return (
    <div className={`${className} text-[15px] printed:hidden`}>
      {!isOpen && (
        <button type="button" className={LINK} onClick={() => setIsOpen(true)}>
          {words?.ask ?? (
            <>
              All your documents with <bdi>{businessName}</bdi>
            </>
          )}
        </button>
      )}
      {isOpen && said === undefined && (
        <Form className="max-w-110" submission={submission}>
          <label className={LABEL} htmlFor={`${id}-email`}>
            Your email address, for a link to all your documents with <bdi>{businessName}</bdi>
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              ref={field}
              id={`${id}-email`}
              type="text"
              inputMode="email"
              autoCapitalize="none"
              className={`${INPUT} w-auto min-w-0 flex-[1_1_220px]`}
              autoComplete="email"
              maxLength={254}
              value={email}
              aria-invalid={fault === undefined ? undefined : true}
              aria-describedby={`${id}-fault`}
              onChange={(event) => setEmail(event.target.value)}
            />
            <button
              type="submit"
              className={buttonClass('outlined', 'min-h-12')}
              aria-busy={submission.busy}
            >
              Email a link
            </button>
          </div>
          <p id={`${id}-fault`} className={`${FAULT} empty:hidden`} role="alert">
            {fault}
          </p>
        </Form>
      )}
      <output className="block max-w-140 text-pretty">{said}</output>
      {said !== undefined && (
        <button
          ref={again}
          type="button"
          className={LINK}
          onClick={() => {
            submission.reopen();
            setSaid(undefined);
          }}
        >
          Use another address than <bdi className="wrap-anywhere">{email}</bdi>
        </button>
      )}
    </div>
  );
}
