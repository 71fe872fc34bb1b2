/** Whether a VAT ID is written as its country writes them, check digits included. */
import { validate as at } from 'stdnum/lib/esm/at/uid.js';
import { validate as abn } from 'stdnum/lib/esm/au/abn.js';
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
import { validate as gstin } from 'stdnum/lib/esm/in/gstin.js';
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

/** How they are written (VIES, 'VAT number structure', and the tax authorities of GB, CH and NO), each with an example. */
const FORMS: Readonly<Record<string, readonly [whose: string, form: string, example: string]>> = {
  AT: ['An Austrian', 'ATU and 8 digits', 'ATU13585627'],
  BE: ['A Belgian', 'BE and 10 digits', 'BE0428759497'],
  BG: ['A Bulgarian', 'BG and 9 or 10 digits', 'BG175074752'],
  CY: ['A Cypriot', 'CY, 8 digits and a letter', 'CY10259033P'],
  CZ: ['A Czech', 'CZ and 8 to 10 digits', 'CZ25123891'],
  DE: ['A German', 'DE and 9 digits', 'DE136695976'],
  DK: ['A Danish', 'DK and 8 digits', 'DK13585628'],
  EE: ['An Estonian', 'EE and 9 digits', 'EE100931558'],
  EL: ['A Greek', 'EL and 9 digits', 'EL094259216'],
  ES: [
    'A Spanish',
    'ES and 9 characters, of which the first or the last is a letter',
    'ESB58378431',
  ],
  FI: ['A Finnish', 'FI and 8 digits', 'FI20774740'],
  FR: ['A French', 'FR, 2 characters and 9 digits', 'FR40303265045'],
  GB: ['A British', 'GB and 9 or 12 digits', 'GB980780684'],
  HR: ['A Croatian', 'HR and 11 digits', 'HR33392005961'],
  HU: ['A Hungarian', 'HU and 8 digits', 'HU12892312'],
  IE: ['An Irish', 'IE and 8 or 9 characters, of which the last is a letter', 'IE6433435F'],
  IT: ['An Italian', 'IT and 11 digits', 'IT00743110157'],
  LT: ['A Lithuanian', 'LT and 9 or 12 digits', 'LT119511515'],
  LU: ['A Luxembourg', 'LU and 8 digits', 'LU26166606'],
  LV: ['A Latvian', 'LV and 11 digits', 'LV40003521600'],
  MT: ['A Maltese', 'MT and 8 digits', 'MT11679112'],
  NL: ['A Dutch', 'NL, 9 digits, B and 2 digits', 'NL004495445B01'],
  PL: ['A Polish', 'PL and 10 digits', 'PL8567346215'],
  PT: ['A Portuguese', 'PT and 9 digits', 'PT501964843'],
  RO: ['A Romanian', 'RO and 2 to 10 digits', 'RO18547290'],
  SE: ['A Swedish', 'SE and 12 digits', 'SE556188840401'],
  SI: ['A Slovenian', 'SI and 8 digits', 'SI50223054'],
  SK: ['A Slovak', 'SK and 10 digits', 'SK2022749619'],
  XI: ['A Northern Irish', 'XI and 9 or 12 digits', 'XI980780684'],
  CH: ['A Swiss', 'CHE and 9 digits, which MWST, TVA or IVA may follow', 'CHE109322551MWST'],
  NO: ['A Norwegian', 'NO and 9 digits, which MVA may follow', 'NO974760673MVA'],
};

/** Numbers that have no prefix, by the country of their holder. */
const NATIONAL: Readonly<Record<string, { check: Check; form: string }>> = {
  // Goods and services tax (CGST Rules, 2017, rule 10).
  IN: {
    check: gstin,
    form: 'An Indian GSTIN is 15 characters that begin with 2 digits, like 27AAPFU0939F1ZV.',
  },
  // A New Tax System (Australian Business Number) Act 1999.
  AU: {
    check: (id) => abn(id.replace(/^ABN:?/, '')),
    form: 'An Australian ABN is 11 digits, like 51 824 753 556.',
  },
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
    const national = NATIONAL[countryCode(country) ?? ''];
    if (national) return describeFault(national.check(id), national.form);
    const isOfEu = own !== undefined && isEuVatId(own);
    return isOfEu ? `In ${country}, VAT IDs begin with ${own}. ${ANYWAY}` : undefined;
  }
  const [whose = '', form = '', example = ''] = FORMS[prefix] ?? [];
  const described = `${whose} VAT ID is ${form}, like ${example}.`;
  return describeFault(check(id), described, true);
}

/**
 * @param form what is said of one that has another
 * @param knowsParts whether the library knows all that may stand in a part
 */
function describeFault(
  { isValid, error }: ReturnType<Check>,
  form: string,
  knowsParts = false,
): string | undefined {
  if (isValid) return undefined;
  if (error?.name === 'InvalidChecksum') {
    return `The check digits do not fit: a character may be mistyped. ${ANYWAY}`;
  }
  // The library knows too few of India's state codes.
  return error?.name === 'InvalidComponent' && !knowsParts ? undefined : `${form} ${ANYWAY}`;
}

/** What VAT IDs of a country begin with; undefined where it is not known. */
function vatIdPrefix(country: string): string | undefined {
  const code = countryCode(country);
  const prefix = code === 'GR' ? 'EL' : code;
  return prefix !== undefined && Object.hasOwn(CHECKS, prefix) ? prefix : undefined;
}
