import { optionalText } from '../contract/fields.ts';

/**
 * A VAT identification number, in capitals and without the blanks, dots and dashes that people write
 * for the eye. Two letters of the country begin it in the EU and its neighbours, and nothing elsewhere:
 * its form is not checked further, for a number that is right and refused would stop an invoice.
 */
export const vatIdField = optionalText('VAT ID', 30)
  .transform((text) => (text == null ? text : text.toUpperCase().replace(/[\s.-]/g, '')))
  .optional();
