import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
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
    const wanted = choice.wanted.find((each) => each.line === line.line);
    const { total, priced } = now.get(line.line) ?? line;
    return {
      ...line,
      total,
      priced,
      isLeftOut: line.optional && isNone(wanted),
      controls: <LineControls line={line} wanted={wanted} choice={choice} />,
    };
  });
}

type Wanted = LineChoice['wanted'][number] | undefined;

/** Whether nothing is taken: left out, or none of it typed. */
const isNone = (wanted: Wanted): boolean =>
  wanted !== undefined && (wanted.isLeftOut || isZero(wanted.quantity));

const isZero = (typed: string): boolean => typed.trim() !== '' && Number(typed) === 0;

/** Without commas between thousands: what stands in a field is sent as it stands. */
const typeable = (quantity: Decimal): string => formatQuantity(quantity).replaceAll(',', '');

interface ControlsProps {
  line: EstimateLine;
  wanted: Wanted;
  choice: LineChoice;
}

function LineControls({ line, wanted, choice: { want, fault } }: ControlsProps) {
  const { bounds, optional, quantity: offered, description } = line;
  const { quantity, isLeftOut } = wanted ?? { quantity: typeable(offered), isLeftOut: false };
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
              onChange={(event) => {
                const isIn = event.target.checked;
                const none = isIn && isZero(quantity);
                want(line.line, {
                  quantity: none ? typeable(offered) : quantity,
                  isLeftOut: !isIn,
                });
              }}
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
              value={quantity}
              aria-label={`Quantity of ${description}`}
              aria-invalid={words !== undefined}
              aria-describedby={faultId}
              onChange={(event) =>
                want(line.line, { quantity: event.target.value, isLeftOut: false })
              }
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
