import type { TaxRateInput } from '../../../../shared/taxes/tax-rate.contract.ts';

export interface TaxPreset {
  label: string;
  rates: readonly TaxRateInput[];
}

const vat = (name: string, rate: string, isDefault = false): TaxRateInput => ({
  name,
  rate,
  category: 'S',
  ...(isDefault ? { isDefault } : {}),
});

/** A tax that is no VAT, or one of several that a line carries together. */
const other = (name: string, rate: string, isDefault = true): TaxRateInput => ({
  name,
  rate,
  ...(isDefault ? { isDefault } : {}),
});

/** A country's VAT: the usual rate first, which new lines carry. */
const rates = (name: string, [usual = '', ...reduced]: readonly string[]): TaxRateInput[] => [
  vat(name, usual, true),
  ...reduced.map((rate) => vat(name, rate)),
];

const all = (label: string, list: readonly TaxRateInput[]): TaxPreset[] => [{ label, rates: list }];

const gst = other('GST', '5');

/**
 * Rates that are usual in a country, as of 2026: examples to begin with, never set by themselves. Which
 * of them a business charges, it knows; what is charged in the United States depends on the place.
 */
const PRESETS: Readonly<Record<string, readonly TaxPreset[]>> = {
  'United States': all('New York City 8.875%', [other('Sales tax', '8.875')]),
  Canada: [
    { label: 'Québec: GST 5% and QST 9.975%', rates: [gst, other('QST', '9.975')] },
    { label: 'Ontario: HST 13%', rates: [other('HST', '13')] },
    { label: 'British Columbia: GST 5% and PST 7%', rates: [gst, other('PST', '7')] },
    { label: 'Alberta and territories: GST 5%', rates: [gst] },
  ],
  Germany: all('VAT 19% and 7%', rates('VAT', ['19', '7'])),
  Austria: all('VAT 20%, 13% and 10%', rates('VAT', ['20', '13', '10'])),
  Switzerland: all('VAT 8.1%, 3.8% and 2.6%', rates('VAT', ['8.1', '3.8', '2.6'])),
  France: all('VAT 20%, 10% and 5.5%', rates('VAT', ['20', '10', '5.5'])),
  Italy: all('VAT 22%, 10% and 5%', rates('VAT', ['22', '10', '5'])),
  Spain: all('VAT 21%, 10% and 4%', rates('VAT', ['21', '10', '4'])),
  Netherlands: all('VAT 21% and 9%', rates('VAT', ['21', '9'])),
  Belgium: all('VAT 21%, 12% and 6%', rates('VAT', ['21', '12', '6'])),
  Ireland: all('VAT 23% and 13.5%', rates('VAT', ['23', '13.5'])),
  'United Kingdom': all('VAT 20% and 5%', rates('VAT', ['20', '5'])),
  Japan: all('Consumption tax 10% and 8%', rates('Consumption tax', ['10', '8'])),
  India: [
    {
      label: 'Within your state: CGST 9% and SGST 9%',
      rates: [other('CGST', '9'), other('SGST', '9')],
    },
    { label: 'To another state: IGST 18%', rates: [other('IGST', '18', false)] },
  ],
  Australia: all('GST 10%', rates('GST', ['10'])),
  'New Zealand': all('GST 15%', rates('GST', ['15'])),
  Singapore: all('GST 9%', rates('GST', ['9'])),
};

/** What may be taken over in a country, by its name. */
export const taxPresets = (country: string | null | undefined): readonly TaxPreset[] =>
  PRESETS[country ?? ''] ?? [];
