import { useEffect, useState } from 'react';
import { cx } from '../cx.ts';

/** A spinner that shows at once only flickers: most answers are here sooner than this. */
const SPINNER_AFTER_MS = 300;

export function Waiting({ label }: { label: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center bg-paper" aria-busy="true">
      <output>
        {long && <Ring top="border-t-ink" />}
        {long && <span className="sr-only">{label}</span>}
      </output>
    </main>
  );
}

/** Turns while something is awaited. @param top the color of the part that is seen to turn */
export function Ring({ top }: { top: string }) {
  return (
    <span
      className={cx(
        'block size-11 flex-none animate-[turn_0.8s_linear_infinite] rounded-full border-3 border-line motion-reduce:animate-[pulse_2s_ease-in-out_infinite_alternate]',
        top,
      )}
      aria-hidden="true"
    />
  );
}
