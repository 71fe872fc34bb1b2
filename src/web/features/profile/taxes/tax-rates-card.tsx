import { useState } from 'react';
import { countryName } from '../../../../shared/countries/countries.ts';
import { formatPercent } from '../../../../shared/documents/sheet-figures.ts';
import type { TaxRate, TaxRateInput } from '../../../../shared/taxes/tax-rate.contract.ts';
import { TAX_CATEGORY_LABELS } from '../../../../shared/taxes/tax.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconArchive, IconDots, IconPencil, IconPlus, IconRestore } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { taxPresets } from './tax-presets.ts';
import { TaxRateDialog } from './tax-rate-dialog.tsx';
import { useToggleTaxRateArchived, useTakePreset, useTaxRates } from './use-tax-rates.ts';

/** The rates that the business charges. @param country whose usual rates are offered */
export function TaxRatesCard({ country }: { country: string | null | undefined }) {
  const { data: rates, isError, refetch } = useTaxRates();
  const [edited, setEdited] = useState<TaxRate | 'new'>();
  const { profile } = useBusiness();
  const archive = useToggleTaxRateArchived();
  const take = useTakePreset();
  const taking = useSubmission(async (keyFor, chosen: readonly TaxRateInput[]) => {
    try {
      await take.mutateAsync({ rates: chosen, keyFor });
      return 'done';
    } catch {
      // Told in a toast.
      return 'open';
    }
  });
  const presets = taxPresets(country);
  if (isError) {
    return (
      <p className="text-muted text-pretty">
        The tax rates could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!rates) return <p className="text-muted text-pretty">Loading tax rates…</p>;
  return (
    <section
      className="grid gap-3 pt-3 px-4 pb-3.5 border border-hairline rounded bg-surface"
      aria-label="Tax rates"
    >
      {rates.length === 0 ? (
        <p className="text-muted text-pretty">
          No rates yet. For one rate on a whole invoice, type it there; add rates here to tax each
          line on its own.
        </p>
      ) : (
        <ul className="-mt-1">
          {rates.map((rate) => (
            <RateRow
              key={rate.id}
              rate={rate}
              onEdit={() => setEdited(rate)}
              onArchive={() => archive.mutate(rate)}
            />
          ))}
        </ul>
      )}
      {rates.some(({ isDefault, archivedAt }) => isDefault && archivedAt === null) && (
        <p className="text-muted text-pretty">
          {profile?.editorColumns.includes('tax')
            ? 'The editor’s Tax column is on, so new lines get the rates marked “on new lines”.'
            : 'The editor’s Tax column is off, so new lines get no rate. Turn it on under “Columns and options”.'}
        </p>
      )}
      {rates.length === 0 && presets.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <p className="basis-full text-13 text-muted">
            Common in {country}. Start from one and change it to what you charge:
          </p>
          {presets.map((preset) => (
            <Button
              key={preset.label}
              size="sm"
              writes
              busy={take.isPending && take.variables.rates === preset.rates}
              onClick={() => void taking.submit(preset.rates)}
            >
              {preset.label}
            </Button>
          ))}
        </div>
      )}
      <div>
        <Button size="sm" icon={IconPlus} onClick={() => setEdited('new')}>
          Add a rate
        </Button>
      </div>
      <TaxRateDialog
        opened={edited !== undefined}
        record={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </section>
  );
}

interface RateRowProps {
  rate: TaxRate;
  onEdit: () => void;
  onArchive: () => void;
}

function RateRow({ rate, onEdit, onArchive }: RateRowProps) {
  const percent = formatPercent(rate.rate);
  const label = `Actions for ${rate.name} ${percent}`;
  const isOffered = rate.archivedAt === null;
  const about = describe(rate);
  return (
    <li
      className={cx(
        'grid min-h-12 grid-cols-[72px_minmax(0,1fr)_auto] items-center gap-3 border-b border-hairline py-1.5',
        !isOffered && 'text-muted',
      )}
    >
      <b className="tabular-nums">{percent}</b>
      <span className="wrap-anywhere">
        {rate.name}
        {about && (
          <small className="block text-13 text-muted first-letter:uppercase">{about}</small>
        )}
      </span>
      <Menu
        label={label}
        target={<IconButton label={label} tooltip={false} icon={IconDots} />}
        groups={[
          [
            { label: 'Edit', icon: IconPencil, onClick: onEdit },
            {
              label: isOffered ? 'Archive' : 'Restore',
              icon: isOffered ? IconArchive : IconRestore,
              writes: true,
              onClick: onArchive,
            },
          ],
        ]}
      />
    </li>
  );
}

/** 'Exempt, on new lines'; nothing of what most rates are. */
function describe({
  category,
  country,
  compound,
  isDefault,
  archivedAt,
  registrationNumber,
}: TaxRate) {
  return [
    archivedAt !== null && 'archived',
    category === null && 'no VAT category',
    category && category !== 'S' && TAX_CATEGORY_LABELS[category],
    country && countryName(country),
    compound && 'compound',
    registrationNumber,
    isDefault && archivedAt === null && 'on new lines',
  ]
    .filter(Boolean)
    .join(', ');
}
