import type { SelectOption } from '../../ui/text-field.tsx';

let known: string[] | undefined;

/** IANA time zones that this browser knows, and the stored one in any case. */
export function timeZoneOptions(stored: string): SelectOption[] {
  known ??= Intl.supportedValuesOf?.('timeZone') ?? [];
  const zones = stored === '' || known.includes(stored) ? known : [stored, ...known];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
