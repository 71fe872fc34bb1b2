import { useEffect, useRef, useState } from 'react';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { QUANTITY_PLACES, readTypedDecimal } from '../../../shared/money/decimal.ts';
import { twoReadings, writeClearly } from '../../../shared/money/two-readings.ts';
import { chooseLines } from './answer-calls.ts';

/** What is wanted of a line, as it was typed; that is kept while the line is left out. */
interface WantedLine {
  line: number;
  quantity: string;
  isLeftOut: boolean;
}

export interface LineChoice {
  wanted: readonly WantedLine[];
  want: (line: number, wanted: Omit<WantedLine, 'line'>) => void;
  /** The estimate with what is chosen of it; with what was chosen before while the answer is awaited. */
  shown: PublicEstimate;
  isSettled: boolean;
  /** Why that cannot be chosen, and the line that it is about. */
  fault: { words: string; line: number | undefined } | undefined;
}

interface ChoiceAnswer {
  to: readonly WantedLine[];
  data: PublicEstimate | undefined;
  fault: LineChoice['fault'];
}

const NOTHING: readonly WantedLine[] = [];
const TYPING_MS = 350;
/** What could not be asked is asked again: nobody would think of choosing it once more. */
const AGAIN_MS = 5_000;

/** As calls take it: a quantity of 0 leaves a line out. What is no number is the server's to refuse. */
export const askedLines = (wanted: readonly WantedLine[]) =>
  wanted.map(({ line, quantity, isLeftOut }) => ({
    line,
    quantity: isLeftOut ? '0' : (readTypedDecimal(quantity, QUANTITY_PLACES) ?? quantity),
  }));

/** Nobody knows how the customer writes numbers: what may be either of two quantities is not taken. */
export function findUnclear(wanted: readonly WantedLine[]): LineChoice['fault'] {
  for (const { line, quantity, isLeftOut } of wanted) {
    const two = isLeftOut ? undefined : twoReadings(quantity);
    if (two) return { words: `Write ${two.grouped}, or ${writeClearly(two.fraction)}`, line };
  }
  return undefined;
}

/** What a customer chooses of an open estimate's lines. The server does the arithmetic. */
export function useLineChoice(
  publicId: string,
  data: PublicEstimate,
  refresh: () => Promise<unknown>,
): LineChoice {
  const { hash, isOpen } = data.estimate;
  const [chosen, setChosen] = useState<{ of: string | null; wanted: readonly WantedLine[] }>();
  const [answer, setAnswer] = useState<ChoiceAnswer>();
  // Another version is chosen from anew.
  const wanted = chosen?.of === hash && isOpen ? chosen.wanted : NOTHING;
  const latest = useRef(wanted);

  useEffect(() => {
    latest.current = wanted;
    if (wanted.length === 0) return undefined;
    const ask = async () => {
      const unclear = findUnclear(wanted);
      if (unclear) {
        setAnswer((before) => ({ to: wanted, data: before?.data, fault: unclear }));
        return;
      }
      const outcome = await chooseLines(publicId, { hash, choice: askedLines(wanted) });
      // A slower answer to what is no longer wanted says nothing.
      if (latest.current !== wanted) return;
      if (outcome.state === 'done') {
        setAnswer({ to: wanted, data: outcome.data, fault: undefined });
        return;
      }
      const place = /^choice\.(\d+)/.exec(outcome.field ?? '')?.[1];
      const line = place === undefined ? undefined : wanted[Number(place)]?.line;
      setAnswer((before) => ({
        to: wanted,
        data: before?.data,
        fault: { words: outcome.words, line },
      }));
      if (outcome.isPassing) timer = setTimeout(() => void ask(), AGAIN_MS);
      if (outcome.isStale) await refresh();
    };
    let timer = setTimeout(() => void ask(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted, publicId, hash, refresh]);

  const isAnswered = answer?.to === wanted;
  const fault = isAnswered ? answer.fault : undefined;
  return {
    wanted,
    want: (line, one) => {
      const others = wanted.filter((each) => each.line !== line);
      setChosen({ of: hash, wanted: [...others, { line, ...one }] });
    },
    shown: wanted.length > 0 && answer?.data?.estimate.hash === hash ? answer.data : data,
    isSettled: wanted.length === 0 || (isAnswered && !fault),
    fault,
  };
}
