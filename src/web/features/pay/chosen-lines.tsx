import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { formatQuantity } from '../../../shared/money/decimal.ts';
import type { ShownLine } from './document-sheet.tsx';
import type { LineChoice } from './use-line-choice.ts';

type EstimateLine = PublicEstimate['lineItems'][number];

/** The lines that are offered, each with what may be chosen of it and what that comes to. */
export function chosenLines(
  { lineItems, estimate }: PublicEstimate,
  choice: LineChoice,
): ShownLine[] {
  if (!estimate.isOpen) return lineItems;
  const now = new Map(choice.shown.lineItems.map((line) => [line.line, line]));
  return lineItems.map((line) => {
    if (!line.optional && !line.bounds) return line;
    const typed = choice.wanted.find((each) => each.line === line.line)?.quantity;
    const { total, priced } = now.get(line.line) ?? line;
    return {
      ...line,
      total,
      priced,
      isLeftOut: typed === '0',
      controls: <LineControls line={line} typed={typed} choice={choice} />,
    };
  });
}

interface ControlsProps {
  line: EstimateLine;
  typed: string | undefined;
  choice: LineChoice;
}

function LineControls({ line, typed, choice: { want, fault } }: ControlsProps) {
  const { bounds, optional, quantity, description } = line;
  const isLeftOut = typed === '0';
  const words = fault?.line === line.line ? fault.words : undefined;
  const faultId = `choice-${line.line}-fault`;
  return (
    <span className="mt-1.5 block printed:hidden">
      <span className="flex flex-wrap items-center gap-x-5">
        {optional && (
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-[15px] text-ink">
            <input
              type="checkbox"
              className="m-0 size-5 shrink-0 accent-accent"
              checked={!isLeftOut}
              aria-label={`Include ${description}`}
              onChange={(event) => want(line.line, event.target.checked ? quantity : '0')}
            />
            Include
          </label>
        )}
        {bounds && !isLeftOut && (
          <label className="inline-flex min-h-11 items-center gap-2.5 text-[15px] whitespace-nowrap text-ink">
            Quantity
            <input
              inputMode="decimal"
              className="w-20 rounded border border-muted bg-surface px-2.5 py-1.5 text-right text-[16px] text-ink tabular-nums aria-invalid:border-overdue"
              maxLength={20}
              value={typed ?? formatQuantity(quantity)}
              aria-label={`Quantity of ${description}`}
              aria-invalid={words !== undefined}
              aria-describedby={faultId}
              onChange={(event) => want(line.line, event.target.value)}
            />
            <span className="text-muted">{bounds}</span>
          </label>
        )}
      </span>
      <span id={faultId} role="status" className="block text-[13.5px] text-overdue">
        {words}
      </span>
    </span>
  );
}
