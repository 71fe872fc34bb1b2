import { useEffect, useRef, useState } from 'react';
import { dateField, moneyField } from '../../../shared/contract/fields.ts';
import { isPeriodName, PERIODS, resolveWholePeriod } from '../../../shared/dates/named-periods.ts';
import type { ListSort } from '../../../shared/lists/list-sorts.ts';
import { useCurrencies } from '../../lib/use-currencies.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useBusiness } from '../use-business.ts';
import { CustomerChoiceField } from './customer-choice-field.tsx';
import type { ListFilter } from './list-filter.ts';
import { findPeriod, SORT_LABELS, withoutNone } from './list-filter.ts';
import type { UsedFilter } from './use-list-filter.ts';

const OTHER_DAYS = 'other';
const PERIOD_OPTIONS = [
  { value: '', label: 'Any time' },
  ...Object.entries(PERIODS).map(([value, label]) => ({ value, label })),
  { value: OTHER_DAYS, label: 'Other dates' },
];
const TYPED = ['from', 'to', 'minTotal', 'maxTotal'] as const;
type Typed = Record<(typeof TYPED)[number], string>;
const LABELS: Typed = {
  from: 'From',
  to: 'To',
  minTotal: 'Amount from',
  maxTotal: 'Amount to',
};

interface Chosen {
  customerId: number | null;
  category: string;
  currency: string;
  sort: ListSort | undefined;
  /** The name of a period, '' for any time. */
  period: string;
}

interface Props {
  used: UsedFilter;
  /** Whether the order is chosen here. */
  sorts: boolean;
  onDone: (filter: ListFilter) => void;
}

export function FilterForm({ used: { fields, filter }, sorts, onDone }: Props) {
  const { today } = useBusiness();
  const { own, currencies } = useCurrencies();
  const [usual] = fields.sorts ?? [];
  const [chosen, setChosen] = useState<Chosen>({
    customerId: filter.customerId ?? null,
    category: filter.category ?? '',
    currency: filter.currency ?? own,
    sort: filter.sort ?? usual,
    period: findPeriod(filter, today) ?? ((filter.from ?? filter.to) ? OTHER_DAYS : ''),
  });
  const [typed, setTyped] = useState<Typed>({
    from: filter.from ?? '',
    to: filter.to ?? '',
    minTotal: filter.minTotal ?? '',
    maxTotal: filter.maxTotal ?? '',
  });
  /** What was wrong when it was last applied: it is said until it is mended. */
  const [refused, setRefused] = useState<Partial<Typed>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(refused).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refused]);
  const choose = (change: Partial<typeof chosen>) => setChosen((was) => ({ ...was, ...change }));
  const type = (name: keyof Typed) => (value: string) =>
    setTyped((was) => ({ ...was, [name]: value }));
  const isOther = chosen.period === OTHER_DAYS;

  const days = isPeriodName(chosen.period)
    ? resolveWholePeriod(chosen.period, today)
    : isOther
      ? typed
      : { from: '', to: '' };
  const asked = { ...typed, from: days.from, to: days.to };
  const wrong = findFaults(asked);
  const findFault = (name: keyof Typed) => (refused[name] === undefined ? undefined : wrong[name]);

  const submission = useSubmission(async () => {
    setRefused(wrong);
    if (Object.keys(wrong).length > 0) return Promise.resolve('open');
    const { customerId, category, currency, sort } = chosen;
    onDone(
      withoutNone({
        customerId: customerId ?? undefined,
        category: fields.categories?.find((known) => known === category),
        from: asked.from || undefined,
        to: asked.to || undefined,
        minTotal: asked.minTotal || undefined,
        maxTotal: asked.maxTotal || undefined,
        currency: currency === own ? undefined : currency,
        sort: sort === usual ? undefined : sort,
      }),
    );
    return Promise.resolve('done');
  });

  const day = (name: 'from' | 'to') => (
    <DateField
      className="col-span-3"
      label={LABELS[name]}
      today={today}
      placeholder="Any"
      value={typed[name]}
      error={findFault(name)}
      onChange={type(name)}
    />
  );
  const amount = (name: 'minTotal' | 'maxTotal') => (
    <MoneyField
      className="col-span-3"
      label={LABELS[name]}
      currency={chosen.currency}
      value={typed[name]}
      error={findFault(name)}
      onChange={type(name)}
    />
  );
  return (
    <Form ref={form} submission={submission}>
      <FormLayout>
        <CustomerChoiceField
          className={fieldWidth.full}
          value={chosen.customerId}
          none="Any customer"
          onChange={(customerId) => choose({ customerId })}
        />
        {fields.categories && (
          <SelectField
            className={fieldWidth.full}
            label="Category"
            placeholder="Any category"
            options={fields.categories.map((value) => ({ value, label: value }))}
            value={chosen.category}
            onChange={({ target }) => choose({ category: target.value })}
          />
        )}
        <SelectField
          className={fieldWidth.full}
          label={fields.days}
          options={PERIOD_OPTIONS}
          value={chosen.period}
          onChange={({ target }) => choose({ period: target.value })}
        />
        {isOther && day('from')}
        {isOther && day('to')}
        {fields.amounts && amount('minTotal')}
        {fields.amounts && amount('maxTotal')}
        {fields.amounts && [...currencies, chosen.currency].some((each) => each !== own) && (
          <SelectField
            className={fieldWidth.full}
            label="Currency"
            options={[...new Set([...currencies, chosen.currency])].map((value) => ({
              value,
              label: value,
            }))}
            value={chosen.currency}
            onChange={({ target }) => choose({ currency: target.value })}
          />
        )}
        {sorts && (
          <SelectField
            className={fieldWidth.full}
            label="Sort by"
            options={(fields.sorts ?? []).map((value) => ({ value, label: SORT_LABELS[value] }))}
            value={chosen.sort}
            onChange={({ target }) => choose({ sort: target.value as ListSort })}
          />
        )}
      </FormLayout>
      <DialogActions>
        <Button onClick={() => onDone(sorts || !filter.sort ? {} : { sort: filter.sort })}>
          Clear
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </DialogActions>
    </Form>
  );
}

/** What is no day or no amount, and a range that ends before it begins. */
function findFaults(asked: Typed): Partial<Typed> {
  const faults: Partial<Typed> = {};
  for (const name of TYPED) {
    if (asked[name] === '') continue;
    const field = name === 'from' || name === 'to' ? dateField : moneyField;
    const { error } = field(LABELS[name]).safeParse(asked[name]);
    if (error) faults[name] = error.issues[0]?.message ?? '';
  }
  const { from, to, minTotal, maxTotal } = asked;
  if (Object.keys(faults).length > 0) return faults;
  if (from !== '' && to !== '' && to < from) faults.to = 'To must not be before From';
  if (minTotal !== '' && maxTotal !== '' && Number(maxTotal) < Number(minTotal)) {
    faults.maxTotal = 'Amount to must not be below Amount from';
  }
  return faults;
}
