import { UNIT_NAMES } from '../../shared/documents/units.ts';

/** What a field of units offers, by its `list`. */
export function UnitList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {UNIT_NAMES.map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </datalist>
  );
}
