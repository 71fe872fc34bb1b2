import { IconArchive, IconDots, IconPencil, IconPlus, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { formatPercent } from '../../../../shared/documents/sheet-figures.ts';
import { TAX_CATEGORY_LABELS } from '../../../../shared/taxes/tax.ts';
import type { TaxRate } from '../../../../shared/taxes/tax-rate.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { taxPresets } from './tax-presets.ts';
import { TaxRateDialog } from './tax-rate-dialog.tsx';
import classes from './tax-rates-card.module.css';
import { useArchiveTaxRate, useTakePreset, useTaxRates } from './use-tax-rates.ts';

/** The rates that the business charges. @param country whose usual rates are offered */
export function TaxRatesCard({ country }: { country: string | null | undefined }) {
  const { data: rates, isError, refetch } = useTaxRates();
  const [edited, setEdited] = useState<TaxRate | 'new'>();
  const { profile } = useBusiness();
  const archive = useArchiveTaxRate();
  const take = useTakePreset();
  const presets = taxPresets(country);
  if (isError) {
    return (
      <p className={classes.note}>
        The tax rates could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!rates) return <p className={classes.note}>Loading tax rates…</p>;
  return (
    <section className={classes.card} aria-label="Tax rates">
      {rates.length === 0 ? (
        <p className={classes.note}>
          No rates yet. For one rate on a whole invoice, type it there; add rates here to tax each
          line on its own.
        </p>
      ) : (
        <ul className={classes.rates}>
          {rates.map((rate) => (
            <li key={rate.id} data-archived={rate.archivedAt !== null || undefined}>
              <b>{formatPercent(rate.rate)}</b>
              <span>
                {rate.name}
                {describe(rate) && <small>{describe(rate)}</small>}
              </span>
              <Menu
                label={`Actions for ${rate.name} ${formatPercent(rate.rate)}`}
                target={
                  <IconButton
                    label={`Actions for ${rate.name} ${formatPercent(rate.rate)}`}
                    tooltip={false}
                    icon={IconDots}
                  />
                }
                groups={[
                  [
                    { label: 'Edit', icon: IconPencil, onClick: () => setEdited(rate) },
                    {
                      label: rate.archivedAt === null ? 'Archive' : 'Restore',
                      icon: rate.archivedAt === null ? IconArchive : IconRestore,
                      writes: true,
                      onClick: () => archive.mutate(rate),
                    },
                  ],
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {rates.some(({ isDefault, archivedAt }) => isDefault && archivedAt === null) && (
        <p className={classes.note}>
          {profile?.editorColumns.includes('tax')
            ? 'The editor’s Tax column is on, so new lines get the rates marked “on new lines”.'
            : 'The editor’s Tax column is off, so new lines get no rate. Turn it on under “Columns and options”.'}
        </p>
      )}
      {rates.length === 0 && presets.length > 0 && (
        <div className={classes.presets}>
          <p>Common in {country}. Start from one and change it to what you charge:</p>
          {presets.map((preset) => (
            <Button
              key={preset.label}
              size="sm"
              writes
              busy={take.isPending && take.variables === preset.rates}
              onClick={() => take.mutate(preset.rates)}
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

/** 'Exempt, on new lines'; nothing of what most rates are. */
function describe({ category, compound, isDefault, archivedAt, registrationNumber }: TaxRate) {
  return [
    archivedAt !== null && 'archived',
    category === null && 'no VAT category',
    category && category !== 'S' && TAX_CATEGORY_LABELS[category],
    compound && 'compound',
    registrationNumber,
    isDefault && archivedAt === null && 'on new lines',
  ]
    .filter(Boolean)
    .join(', ');
}
