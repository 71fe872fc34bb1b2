import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { findInkFault } from '../../../shared/estimates/signature-ink.ts';
import type { Stroke } from '../../../shared/estimates/signature-ink.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/form.tsx';
import { buttonClass } from '../../ui/public/button-class.ts';
import { FAULT, INPUT, LABEL } from '../../ui/public/form-class.ts';
import { answerEstimate } from './answer-calls.ts';
import { SignatureArea } from './signature-area.tsx';
import type { LineChoice } from './use-line-choice.ts';
import { askedLines } from './use-line-choice.ts';

interface Props {
  answer: 'accept' | 'decline';
  publicId: string;
  data: PublicEstimate;
  refresh: () => Promise<unknown>;
  choice: LineChoice;
  onCancel: () => void;
}

/** A fault of the form, by its field; 'form' for what is no field's. */
interface Fault {
  field: string;
  words: string;
}

/** Accepts or declines an estimate. What was typed stays, whatever is refused. */
export function AnswerForm({ answer, publicId, data, refresh, choice, onCancel }: Props) {
  const { estimate } = data;
  const id = useId();
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [name, setName] = useState('');
  const [isDrawn, setIsDrawn] = useState(false);
  const [strokes, setStrokes] = useState<Stroke[]>([]);
  const [agreed, setAgreed] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<Fault>();
  const isAcceptance = answer === 'accept';

  // The press that brought the form is gone from the page with its button.
  useEffect(() => first.current?.focus(), []);

  const findFault = (): Fault | undefined => {
    if (!isAcceptance) return undefined;
    if (name.trim() === '') return { field: 'name', words: 'Name is required' };
    const ink = isDrawn ? findInkFault(strokes) : undefined;
    if (ink !== undefined) return { field: 'signature', words: ink };
    if (!agreed) return { field: 'agreed', words: 'Agree to the terms to accept the estimate' };
    if (choice.isSettled) return undefined;
    const words =
      choice.fault?.words ?? 'The total is being updated. Please try again in a moment.';
    return { field: 'form', words };
  };

  const submission = useSubmission(async () => {
    const found = findFault();
    setFault(found);
    if (found) {
      document.getElementById(`${id}-${found.field}`)?.focus();
      return 'open';
    }
    const signature = isDrawn ? { way: 'drawn', strokes } : { way: 'typed' };
    const chosen = { choice: askedLines(choice.wanted), total: estimate.total };
    const said = isAcceptance ? { name, signature, agreed, ...chosen } : { reason };
    const outcome = await answerEstimate(publicId, answer, { hash: estimate.hash, ...said });
    if (outcome.state === 'refused') {
      const [field = 'form'] = outcome.field?.split('.') ?? [];
      setFault({ field, words: outcome.words });
      if (outcome.isStale) {
        setAgreed(false);
        await refresh();
      }
      return 'open';
    }
    await refresh();
    return 'done';
  });

  /** What is mended is a fault no longer. */
  const mend = (field: string) => {
    if (fault?.field === field) setFault(undefined);
  };
  const say = (field: string): ReactNode =>
    fault?.field === field && (
      <p id={`${id}-${field}-fault`} className={FAULT}>
        {fault.words}
      </p>
    );
  const wrong = (field: string) =>
    fault?.field === field
      ? { 'aria-invalid': true, 'aria-describedby': `${id}-${field}-fault` }
      : {};

  return (
    <Form className="mt-4 grid gap-4 [color-scheme:light]" submission={submission}>
      {isAcceptance ? (
        <>
          <div>
            <label className={LABEL} htmlFor={`${id}-name`}>
              Your name
            </label>
            <input
              ref={first}
              id={`${id}-name`}
              className={INPUT}
              autoComplete="name"
              maxLength={100}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                mend('name');
              }}
              {...wrong('name')}
            />
            {say('name')}
          </div>
          <fieldset className="m-0 min-w-0 border-0 p-0">
            <legend className={cx(LABEL, 'px-0')}>Signature</legend>
            <div className="grid grid-cols-2 gap-2 pb-2.5">
              {[false, true].map((drawn) => (
                <label
                  key={String(drawn)}
                  className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded border border-line px-3"
                >
                  <input
                    type="radio"
                    className="size-4.5 accent-accent"
                    name={`${id}-way`}
                    checked={isDrawn === drawn}
                    onChange={() => {
                      setIsDrawn(drawn);
                      mend('signature');
                    }}
                  />
                  {drawn ? 'Draw it' : 'Type it'}
                </label>
              ))}
            </div>
            {isDrawn ? (
              <SignatureArea
                strokes={strokes}
                onChange={(drawn) => {
                  setStrokes(drawn);
                  mend('signature');
                }}
                isWrong={fault?.field === 'signature'}
                describedBy={`${id}-signature-fault`}
              />
            ) : (
              <p className="text-[13.5px] text-pretty text-muted">
                Your typed name stands as your signature.
              </p>
            )}
            {say('signature')}
          </fieldset>
          {estimate.terms && (
            <div>
              <p className={LABEL}>Terms</p>
              <div
                // Long terms are scrolled by the keyboard, too.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                role="group"
                aria-label="Terms"
                className="max-h-40 overflow-auto rounded border border-line bg-sunken px-3 py-2.5 text-[14px] wrap-break-word whitespace-pre-wrap"
              >
                {estimate.terms}
              </div>
            </div>
          )}
          <div>
            <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                id={`${id}-agreed`}
                className="m-0 size-5 shrink-0 accent-accent"
                checked={agreed}
                onChange={(event) => {
                  setAgreed(event.target.checked);
                  mend('agreed');
                }}
                {...wrong('agreed')}
              />
              {estimate.terms ? 'I agree to the terms' : 'I agree to this estimate'}
            </label>
            {say('agreed')}
          </div>
        </>
      ) : (
        <div>
          <label className={LABEL} htmlFor={`${id}-reason`}>
            Reason (optional)
          </label>
          <textarea
            ref={first}
            id={`${id}-reason`}
            className={INPUT}
            rows={3}
            maxLength={1_000}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              mend('reason');
            }}
            {...wrong('reason')}
          />
          {say('reason')}
        </div>
      )}
      <div role="alert">
        {fault && !['name', 'signature', 'agreed', 'reason'].includes(fault.field) && (
          <p className={FAULT}>{fault.words}</p>
        )}
      </div>
      <div>
        <button type="submit" className={buttonClass('brand')} aria-busy={submission.busy}>
          {isAcceptance
            ? `Accept ${formatMoney(money(estimate.total, estimate.currency))}`
            : 'Decline'}
        </button>
        <button type="button" className={buttonClass('second', 'mt-2.5')} onClick={onCancel}>
          Back
        </button>
      </div>
    </Form>
  );
}
