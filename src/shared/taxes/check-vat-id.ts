/** Whether a VAT ID is written as its country writes them, check digits included. */
import { validate as at } from 'stdnum/lib/esm/at/uid.js';
import { validate as be } from 'stdnum/lib/esm/be/vat.js';
import { validate as bg } from 'stdnum/lib/esm/bg/vat.js';
import { validate as ch } from 'stdnum/lib/esm/ch/uid.js';
import { validate as cy } from 'stdnum/lib/esm/cy/vat.js';
import { validate as cz } from 'stdnum/lib/esm/cz/dic.js';
import { validate as de } from 'stdnum/lib/esm/de/vat.js';
import { validate as dk } from 'stdnum/lib/esm/dk/cvr.js';
import { validate as ee } from 'stdnum/lib/esm/ee/kmkr.js';
import { validate as es } from 'stdnum/lib/esm/es/nif.js';
import { validate as fi } from 'stdnum/lib/esm/fi/alv.js';
import { validate as fr } from 'stdnum/lib/esm/fr/tva.js';
import { validate as gb } from 'stdnum/lib/esm/gb/vat.js';
import { validate as gr } from 'stdnum/lib/esm/gr/vat.js';
import { validate as hr } from 'stdnum/lib/esm/hr/oib.js';
import { validate as hu } from 'stdnum/lib/esm/hu/anum.js';
import { validate as ie } from 'stdnum/lib/esm/ie/vat.js';
import { validate as it } from 'stdnum/lib/esm/it/iva.js';
import { validate as lt } from 'stdnum/lib/esm/lt/pvm.js';
import { validate as lu } from 'stdnum/lib/esm/lu/tva.js';
import { validate as lv } from 'stdnum/lib/esm/lv/pvn.js';
import { validate as mt } from 'stdnum/lib/esm/mt/vat.js';
import { validate as nl } from 'stdnum/lib/esm/nl/btw.js';
import { validate as no } from 'stdnum/lib/esm/no/orgnr.js';
import { validate as pl } from 'stdnum/lib/esm/pl/nip.js';
import { validate as pt } from 'stdnum/lib/esm/pt/nif.js';
import { validate as ro } from 'stdnum/lib/esm/ro/cif.js';
import { validate as se } from 'stdnum/lib/esm/se/vat.js';
import { validate as si } from 'stdnum/lib/esm/si/ddv.js';
import { validate as sk } from 'stdnum/lib/esm/sk/dph.js';
import { countryCode } from '../countries/countries.ts';
import { isEuVatId } from './vat-id.ts';

type Check = (number: string) => { isValid: boolean; error?: Error };

/**
 * By prefix (Directive 2006/112/EC, article 215): Greece has EL; Northern Ireland has XI, with the
 * numbers of the United Kingdom.
 */
const CHECKS: Readonly<Record<string, Check>> = {
  AT: at,
  BE: be,
  BG: bg,
  CY: cy,
  CZ: cz,
  DE: de,
  DK: dk,
  EE: ee,
  EL: gr,
  ES: es,
  FI: fi,
  FR: fr,
  HR: hr,
  HU: hu,
  IE: ie,
  IT: it,
  LT: lt,
  LU: lu,
  LV: lv,
  MT: mt,
  NL: nl,
  PL: pl,
  PT: pt,
  RO: ro,
  SE: se,
  SI: si,
  SK: sk,
  GB: gb,
  XI: (id) => gb(`GB${id.slice(2)}`),
  CH: (id) => ch(id.replace(/(?:MWST|TVA|IVA)$/, '')),
  NO: (id) => no(id.slice(2).replace(/MVA$/, '')),
};

/** Numbers of persons, of which the library knows too few: no doubt is raised about these. */
const UNKNOWN = /^(?:CZ6\d{8}|BG\d{10})$/;

const ANYWAY = 'You can save it all the same.';

/**
 * What looks wrong with a VAT ID, for who types it; nothing where it looks right or nobody can tell.
 * A doubt keeps nobody from saving: a number that is right and refused would stop an invoice.
 * @param country the English name of the holder's country, where it is known
 */
export function findVatIdDoubt(text: string, country = ''): string | undefined {
  const id = text.toUpperCase().replace(/[\s./-]/g, '');
  if (id === '' || UNKNOWN.test(id)) return undefined;
  if (/^GR\d/.test(id)) return `A Greek VAT ID begins with EL, not with GR. ${ANYWAY}`;
  const own = vatIdPrefix(country);
  const prefix = id.slice(0, 2);
  const check = Object.hasOwn(CHECKS, prefix) ? CHECKS[prefix] : undefined;
  if (!check) {
    const isOfEu = own !== undefined && isEuVatId(own);
    return isOfEu ? `In ${country}, VAT IDs begin with ${own}. ${ANYWAY}` : undefined;
  }
  const { isValid, error } = check(id);
  if (isValid) return undefined;
  return error?.name === 'InvalidChecksum'
    ? `The check digits do not fit: a character may be mistyped. ${ANYWAY}`
    : `VAT IDs that begin with ${prefix} have another form. ${ANYWAY}`;
}

/** What VAT IDs of a country begin with; undefined where it is not known. */
function vatIdPrefix(country: string): string | undefined {
  const code = countryCode(country);
  const prefix = code === 'GR' ? 'EL' : code;
  return prefix !== undefined && Object.hasOwn(CHECKS, prefix) ? prefix : undefined;
}
