import { useQuery } from '@tanstack/react-query';
import { countryName } from '../../../shared/countries/countries.ts';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import { formatPercent } from '../../../shared/documents/sheet-figures.ts';
import { TAX_CATEGORY_LABELS, taxKey } from '../../../shared/taxes/tax.ts';
import { orpc } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { toLineTax, withTax } from './editor-business.ts';

interface Props {
  /** What they are of, for readers: 'Taxes of line 2'. */
  label: string;
  taxes: readonly LineTax[];
  onChange: (taxes: LineTax[]) => void;
  /** Opens the form of a new rate. */
  onAdd: () => void;
  /** Gives all lines the same; absent where there is one line alone. */
  onApplyToAll?: (() => void) | undefined;
}

/** The business's rates, several to be ticked; what the line carries besides stays to be taken off. */
export function TaxChoice({ label, taxes, onChange, onAdd, onApplyToAll }: Props) {
  const { data: rates = [] } = useQuery(orpc.taxRates.list.queryOptions());
  const offered = rates.filter(({ archivedAt }) => archivedAt === null).map(toLineTax);
  const known = new Set(offered.map(taxKey));
  const all = [...offered, ...taxes.filter((tax) => !known.has(taxKey(tax)))];
  const carried = new Set(taxes.map(taxKey));
  const toggle = (tax: LineTax) =>
    onChange(
      carried.has(taxKey(tax))
        ? taxes.filter((each) => taxKey(each) !== taxKey(tax))
        : withTax(taxes, tax),
    );
  return (
    <fieldset className="min-w-0" aria-label={label}>
      {all.length === 0 && (
        <p className="px-2.5 py-2 text-13 leading-[1.45] text-muted">
          Add a rate that you charge. You can then choose it on every line.
        </p>
      )}
      {all.map((tax) => (
        <label
          key={taxKey(tax)}
          className="grid min-h-8.5 cursor-pointer grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2.5 rounded-sm px-2.5 py-1 hover:bg-wash-2 max-md:min-h-12"
        >
          <input
            type="checkbox"
            className="m-0 size-4 accent-accent"
            checked={carried.has(taxKey(tax))}
            onChange={() => toggle(tax)}
          />
          <span className="wrap-anywhere">
            {tax.name}
            {tax.category &&
              tax.category !== 'S' &&
              tax.name !== TAX_CATEGORY_LABELS[tax.category] && (
                <Aside>{TAX_CATEGORY_LABELS[tax.category]}</Aside>
              )}
            {tax.country && <Aside>{countryName(tax.country)}</Aside>}
            {tax.compound && <Aside>Also calculated on the taxes before it</Aside>}
          </span>
          <b className="font-[540] tabular-nums">{formatPercent(tax.rate)}</b>
        </label>
      ))}
      <div className="mt-1.5 flex flex-wrap justify-between border-t border-hairline pt-1.5">
        <Button variant="quiet" size="sm" icon={IconPlus} onClick={onAdd}>
          Add a rate
        </Button>
        {onApplyToAll && (
          <Button variant="quiet" size="sm" onClick={onApplyToAll}>
            Apply to all lines
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const Aside = ({ children }: { children: string }) => (
  <small className="block text-12 leading-[1.35] text-muted">{children}</small>
);
