import type { PointerEvent } from 'react';
import { useRef } from 'react';
import type { Stroke } from '../../../shared/estimates/signature-ink.ts';
import {
  extendStroke,
  MAX_POINTS,
  MAX_STROKES,
  SIGNATURE_BOX,
  signaturePath,
} from '../../../shared/estimates/signature-ink.ts';

interface Props {
  strokes: Stroke[];
  onChange: (strokes: Stroke[]) => void;
  isWrong: boolean;
  describedBy: string;
}

const TOOL =
  'min-h-11 cursor-pointer rounded border-0 bg-transparent px-3 text-[14px] text-muted underline underline-offset-2 disabled:cursor-default disabled:opacity-50';

/** Where a signature is drawn, with a finger, a pen or the mouse. */
export function SignatureArea({ strokes, onChange, isWrong, describedBy }: Props) {
  const isDown = useRef(false);
  const { width, height } = SIGNATURE_BOX;

  const readPoints = (event: PointerEvent<SVGSVGElement>): Stroke => {
    const box = event.currentTarget.getBoundingClientRect();
    const inside = (value: number, most: number) =>
      Math.min(most, Math.max(0, Math.round(value * most)));
    // What the browser has gathered since the last move makes the line smooth.
    const gathered = event.nativeEvent.getCoalescedEvents?.() ?? [];
    return (gathered.length > 0 ? gathered : [event.nativeEvent]).map(({ clientX, clientY }) => [
      inside((clientX - box.left) / box.width, width),
      inside((clientY - box.top) / box.height, height),
    ]);
  };
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0);

  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || strokes.length >= MAX_STROKES || count >= MAX_POINTS) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    onChange([...strokes, readPoints(event).slice(-1)]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const last = strokes.at(-1);
    if (!isDown.current || !last) return;
    onChange([...strokes.slice(0, -1), extendStroke(last, readPoints(event), MAX_POINTS - count)]);
  };
  const end = () => {
    isDown.current = false;
  };

  return (
    <div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={`block w-full cursor-crosshair touch-none rounded border bg-surface text-ink ${isWrong ? 'border-overdue' : 'border-muted'}`}
        role="img"
        aria-label={strokes.length > 0 ? 'Your drawn signature' : 'Draw your signature here'}
        aria-describedby={describedBy}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line
          x1="60"
          x2={width - 60}
          y1={height - 90}
          y2={height - 90}
          stroke="var(--line-2)"
          strokeWidth="3"
        />
        <path
          d={signaturePath(strokes)}
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className="flex justify-end">
        <button
          type="button"
          className={TOOL}
          disabled={strokes.length === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        >
          Undo
        </button>
        <button
          type="button"
          className={TOOL}
          disabled={strokes.length === 0}
          onClick={() => onChange([])}
        >
          Clear
        </button>
      </div>
    </div>
  );
}
