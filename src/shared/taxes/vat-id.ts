import { optionalText } from '../contract/fields.ts';

/**
 * Prefixes of VAT identification numbers in the EU (Directive 2006/112/EC, article 215; Greece has EL,
 * Northern Ireland XI).
 */
const EU_PREFIX =
  /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)/;

/** Whether a VAT ID, in capitals, begins as those of the EU do. */
export const isEuVatId = (vatId: string): boolean => EU_PREFIX.test(vatId);

/**
 * A VAT identification number, in capitals. Those of the EU stand without the blanks, dots and dashes
 * that people write for the eye; elsewhere these belong to it ('CHE-123.456.789 MWST'). Its form is not
 * checked further, for a number that is right and refused would stop an invoice: `findVatIdDoubt` tells who
 * types it.
 */
export const vatIdField = optionalText('VAT ID', 30)
  .transform((text) => {
    if (text == null) return text;
    const written = text.toUpperCase();
    return isEuVatId(written) ? written.replace(/[\s.-]/g, '') : written;
  })
  .optional();
