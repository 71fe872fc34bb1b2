import type { Basis } from '../../../../shared/reports/account-report.contract.ts';
import { BASES } from '../../../../shared/reports/account-report.contract.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const LABELS: Record<Basis, string> = { accrual: 'By invoice', cash: 'By payment' };
const SEGMENTS = BASES.map((value) => ({ value, label: LABELS[value] }));
const [USUAL] = BASES;

export const readBasis = (params: URLSearchParams): Basis =>
  BASES.find((basis) => basis === params.get('basis')) ?? USUAL;

/** Accrual or cash, in plain words. */
export function BasisChoice({ value }: { value: Basis }) {
  const { change } = useAddressParams();
  return (
    <SegmentedControl
      label="Counted by"
      segments={SEGMENTS}
      value={value}
      onChange={(basis) => change({ basis: basis === USUAL ? null : basis }, { push: true })}
    />
  );
}
