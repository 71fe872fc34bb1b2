/** What may be done to an issued invoice: change it as a new version, or nothing but correct it. */
export const ISSUED_INVOICES = ['revise', 'fixed'] as const;
export type IssuedInvoices = (typeof ISSUED_INVOICES)[number];

/** What a country asks of invoices that are out, and where that stands (docs/issued-invoices.md). */
export interface NationalRule {
  country: string;
  law: string;
  /** Goes on after 'In Germany, '. */
  asks: string;
  /** Where it can be read. */
  source: string;
}

/** By the names under which a profile may have the country: English, its own, ISO 3166-1. */
export const NATIONAL_RULES: (NationalRule & { names: string[] })[] = [
  {
    country: 'Austria',
    names: ['austria', 'österreich', 'at', 'aut'],
    law: '§ 131 (1) BAO',
    asks: 'what was entered in the books must stay readable as it was at first',
    source: 'https://360.lexisnexis.at/d/z_rdw_2002_11_RdW_2002_628_cf69c15419',
  },
  {
    country: 'France',
    names: ['france', 'fr', 'fra'],
    law: 'CGI, annexe II, art. 242 nonies A',
    asks: 'numbers must follow each other without a gap, so an issued invoice is not deleted but credited',
    source: 'https://magesco.fr/quels-numeros-choisir-pour-mes-factures',
  },
  {
    country: 'Germany',
    names: ['germany', 'deutschland', 'de', 'deu'],
    law: '§ 146 (4) AO, GoBD',
    asks: 'what was booked must not change in a way that hides what it said before',
    source:
      'https://www.haufe.de/finance/buchfuehrung-kontierung/unveraenderbarkeit-der-daten-auch-fuer-rechnungen_186_408582.html',
  },
  {
    country: 'Portugal',
    names: ['portugal', 'pt', 'prt'],
    law: 'Portaria 363/2010',
    asks: 'invoicing software must not change issued invoices without a trace',
    source:
      'https://eportugal.gov.pt/en/inicio/espaco-empresa/balcao-do-empreendedor/programa-de-faturacao-certificacao',
  },
  {
    country: 'Spain',
    names: ['spain', 'españa', 'es', 'esp'],
    law: 'RD 1619/2012, art. 6 and 15; RD 1007/2023',
    asks: 'an issued invoice is corrected by another one, and its record must not change',
    source:
      'https://www.ionos.es/startupguide/gestion/el-numero-de-factura-todo-lo-que-debes-saber/',
  },
];

/** Why a country asks that issued invoices stay as they are; undefined where none is known. */
export function nationalRule(country: string | null | undefined): NationalRule | undefined {
  const name = (country ?? '').trim().toLowerCase();
  return NATIONAL_RULES.find(({ names }) => names.includes(name));
}
