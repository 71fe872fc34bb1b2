import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';

/** What the small pictures of the features show; the first customer's amount is the sample's. */
export const CUSTOMERS = [
  { initials: 'EW', name: 'Eleanor Whitcomb', owed: SAMPLE_INVOICE.total, settled: false },
  { initials: 'HC', name: 'Halden Coffee', owed: '$0.00', settled: true },
  { initials: 'PB', name: 'Pine & Bell Hotels', owed: '$2,310.00', settled: false },
  { initials: 'JO', name: 'Juno Ortega', owed: '$640.00', settled: false },
] as const;

/** Heights in percent of the tallest possible bar. */
export const PROFIT = {
  total: '$61,204.18',
  months: [
    { month: 'Dec', height: 38 },
    { month: 'Jan', height: 30 },
    { month: 'Feb', height: 46 },
    { month: 'Mar', height: 52 },
    { month: 'Apr', height: 41 },
    { month: 'May', height: 63 },
    { month: 'Jun', height: 70 },
    { month: 'Jul', height: 58 },
    { month: 'Aug', height: 76 },
    { month: 'Sep', height: 66 },
    { month: 'Oct', height: 84 },
    { month: 'Nov', height: 96 },
  ],
} as const;

export const EXPENSES = [
  { description: 'Meadow seed, 25 lb', day: 'Nov 18', amount: '$412.00' },
  { description: 'Van fuel', day: 'Nov 16', amount: '$86.40' },
  { description: 'Stone, 2 pallets', day: 'Nov 12', amount: '$1,150.00' },
  { description: 'Liability insurance', day: 'Nov 01', amount: '$210.00' },
] as const;

export const PHONE_INVOICES = [
  { customer: 'Eleanor Whitcomb', amount: SAMPLE_INVOICE.total, due: 'Dec 05', status: 'sent' },
  { customer: 'Halden Coffee', amount: '$1,280.00', due: 'Nov 28', status: 'paid' },
  { customer: 'Pine & Bell', amount: '$2,310.00', due: 'Nov 14', status: 'overdue' },
] as const;
