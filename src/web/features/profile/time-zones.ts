import type { SelectOption } from '../../ui/text-field.tsx';

/**
 * Zones whose name has changed, as in the file `backward` of the IANA time zone database. Browsers
 * list them under the old one, and take either.
 */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
const OLD_NAMES = new Map(Object.entries(RENAMED).map(([old, modern]) => [modern, old]));

let known: string[] | undefined;

/**
 * IANA time zones that this browser knows, under their modern names, and the stored one in any case,
 * as it is stored.
 */
export function timeZoneOptions(stored: string): SelectOption[] {
  known ??= (Intl.supportedValuesOf?.('timeZone') ?? []).map(modernName);
  const zones = new Set(known);
  const inPlace = modernName(stored);
  return [...(stored === '' || zones.has(inPlace) ? [] : [inPlace]), ...[...zones].sort()].map(
    (zone) => ({ value: zone === inPlace ? stored : zone, label: formatZone(zone) }),
  );
}

/** The name that a zone has today, where the browser takes it. */
function modernName(zone: string): string {
  const modern = RENAMED[zone];
  if (modern === undefined) return zone;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: modern });
    return modern;
  } catch {
    return zone;
  }
}

/** 'Asia/Kolkata (Calcutta)': found by those who look for either. */
function formatZone(zone: string): string {
  const old = readCity(OLD_NAMES.get(zone));
  const words = zone.replaceAll('_', ' ');
  return old === undefined || old === readCity(zone) ? words : `${words} (${old})`;
}

function readCity(zone: string | undefined): string | undefined {
  return zone?.split('/').at(-1)?.replaceAll('_', ' ');
}
