/**
 * Money that came is counted in two ways, and each says so where it stands. The specification's figures
 * go by payment, so that their rows add up; accounts go by what happened on which day.
 */
export const PAYMENTS_NOTE =
  'Revenue and paid count payments on the day they were made, less their refunds. ‘Revenue by period’ counts ' +
  'refunds, including those of credit notes, on the day of the refund.';

export const REVENUE_BY_PAYMENT_NOTE =
  'Payments count on the day they were made. Refunds, including those of credit notes, and undone payments ' +
  'count on the day of the refund or of its undoing. Dashboard and overview take refunds off the day of their payment.';
