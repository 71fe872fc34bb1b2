import { useEffect, useRef, useState } from 'react';
import { LINK_MINUTES } from '../../../shared/customer-portal/portal-rules.ts';
import { rememberPortal } from '../../lib/portal-in-tab.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { LinkIcon, LockIcon } from '../../ui/public/icons.tsx';
import { PoweredBy } from '../../ui/public/powered-by.tsx';
import { Slip, SlipHeading, SlipNote, STAGE } from '../../ui/public/slip.tsx';
import { sendPortal } from './portal-calls.ts';

const SHADOW =
  '[filter:drop-shadow(0_0_1px_rgb(21_23_28/30%))_drop-shadow(0_14px_28px_rgb(21_23_28/7%))] dark:[filter:none]';

/**
 * What a mailed link leads to. Looking uses nothing up, because mail programs and scanners look first:
 * the button does.
 */
export function OpenLink({ token, onOpened }: { token: string; onOpened: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    document.title = 'Your documents';
  }, []);
  const open = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await sendPortal('/open', { token });
    setIsBusy(false);
    if (outcome.state === 'done') onOpened();
    else setRefusal(outcome.state === 'refused' ? outcome.words : 'This link does not work.');
  };
  return (
    <main className={STAGE}>
      <Slip shadow={SHADOW} aria-labelledby="open-link">
        <div className="mb-5 grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <LockIcon />
        </div>
        <SlipHeading id="open-link">Your documents</SlipHeading>
        <p className="mt-2 text-pretty text-muted">
          This link works once, within {LINK_MINUTES} minutes of its message. You stay signed in on
          this device for a few hours, or until you sign out.
        </p>
        {refusal === undefined ? (
          <button
            type="button"
            className={buttonClass('brand', 'mt-6 [--deep:#2a3ab0] [--solid:#3346d3]')}
            aria-busy={isBusy}
            onClick={() => void open()}
          >
            Open
          </button>
        ) : (
          <AskAgain token={token} refusal={refusal} />
        )}
      </Slip>
      <PoweredBy place="slip" />
    </main>
  );
}

/** A link that works no more, and a new one to the same address. */
function AskAgain({ token, refusal }: { token: string; refusal: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const ask = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await sendPortal<{ message: string }>('/ask-again', { token });
    setIsBusy(false);
    if (outcome.state === 'done') setSaid(outcome.data.message);
    else if (outcome.state === 'refused') setSaid(outcome.words);
  };
  return (
    <>
      <div role="alert">
        <SlipNote icon={<LinkIcon />} className="min-h-15.5">
          {refusal}
        </SlipNote>
      </div>
      {said === undefined && (
        <button
          type="button"
          // 'Open', which was pressed, is gone.
          ref={button}
          className={buttonClass('outlined', 'mt-4')}
          aria-busy={isBusy}
          onClick={() => void ask()}
        >
          Email a new link
        </button>
      )}
      <output className="mt-3 block text-[15px] text-pretty text-ink">{said}</output>
    </>
  );
}

/** Nobody is signed in here, or not any more. */
export function Ended({ signedOut }: { signedOut: boolean }) {
  const heading = signedOut ? 'You are signed out' : 'Your visit has ended';
  useEffect(() => {
    document.title = heading;
    rememberPortal(undefined);
  }, [heading]);
  return (
    <main className={STAGE}>
      <Slip shadow={SHADOW} aria-labelledby="visit-ended">
        <div className="mb-5 grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <LockIcon />
        </div>
        <SlipHeading id="visit-ended">{heading}</SlipHeading>
        <p className="mt-2 text-pretty text-muted">
          To see your documents, open the page of any invoice or estimate that the business has sent
          you and choose ‘All your documents’ there. A link is emailed to you.
        </p>
      </Slip>
      <PoweredBy place="slip" />
    </main>
  );
}
