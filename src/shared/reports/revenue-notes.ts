/**
 * Money that came is counted in two ways, and each says so where it stands. The specification's figures
 * go by payment, so that their rows add up; accounts go by what happened on which day.
 */
export const PAYMENTS_NOTE =
  'Revenue and paid: payments by their day, less what was refunded of them. ‘Revenue by period’ takes ' +
  'refunds, of credit notes too, off their own day.';

export const REVENUE_BY_PAYMENT_NOTE =
  'Payments by their day; what was given back, of credit notes too, or undone by the day on which that ' +
  'was. Dashboard and overview take refunds off the day of their payment.';
