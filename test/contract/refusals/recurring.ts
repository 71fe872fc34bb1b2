import { A_SCHEDULE, DOCUMENT, RECURRING_CALLS } from './a-document.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const schedule = (given: object, at: string, message: string): Refusal => [
  { schedule: { ...A_SCHEDULE, ...given } },
  `schedule.${at}`,
  message,
];

export const RECURRING_REFUSALS: Refusals[] = [
  {
    calls: RECURRING_CALLS,
    accepted: DOCUMENT,
    refused: [
      [{ name: longText(101) }, 'name', 'Name must be at most 100 characters'],
      [{ poNumber: longText(61) }, 'poNumber', 'PO number must be at most 60 characters'],
      ...eachOf('delivery', ['mail', null], 'Delivery must be draft or send'),
      ...eachOf('catchUp', ['some', null], 'Catch-up must be all, latest or none'),
      ...eachOf(
        'dueDays',
        [-1, 3_651, 1.5, '30'],
        'Due days must be a whole number from 0 to 3,650',
      ),
      [
        { installments: [{ percent: 100, dueDate: '2026-12-24' }] },
        'installments',
        'Installments of a recurring invoice are due a number of days after its issue, not on a date',
      ],
      [{ schedule: null }, 'schedule', 'schedule must be an object'],
      schedule({ startDate: undefined }, 'startDate', 'Start date is required'),
      schedule(
        { startDate: '2100-01-01' },
        'startDate',
        'Start date must be in the years 2000 to 2099',
      ),
      schedule(
        { startDate: '2026-02-30' },
        'startDate',
        'Start date must be a date such as 2026-01-31',
      ),
      schedule({ unit: 'moon' }, 'unit', 'Unit must be day, week, month, quarter or year'),
      schedule({ unit: undefined }, 'unit', 'Unit must be day, week, month, quarter or year'),
      ...[0, 367, 1.5, '1'].map((every) =>
        schedule({ every }, 'every', 'Every must be a whole number from 1 to 366'),
      ),
      ...[0, 32].map((dayOfMonth) =>
        schedule(
          { dayOfMonth },
          'dayOfMonth',
          'Day of the month must be a whole number from 1 to 31',
        ),
      ),
      ...['day', 'week'].map((unit) =>
        schedule(
          { unit, dayOfMonth: 3 },
          'dayOfMonth',
          'A day of the month goes with months, quarters or years',
        ),
      ),
      schedule({ endDate: '2026-11-30' }, 'endDate', 'End date must not be before the start date'),
      schedule({ endDate: 'soon' }, 'endDate', 'End date must be a date such as 2026-01-31'),
      schedule(
        { dayOfMonth: 31, endDate: '2026-12-30' },
        'endDate',
        'The first invoice would be on Dec 31, 2026, after the end date: choose a later one',
      ),
      schedule(
        { startDate: '2099-12-31', dayOfMonth: 1 },
        'startDate',
        'The first invoice would be on Jan 01, 2100, after the year 2099',
      ),
      ...[0, 10_000].map((maxOccurrences) =>
        schedule(
          { maxOccurrences },
          'maxOccurrences',
          'Number of invoices must be a whole number from 1 to 9,999',
        ),
      ),
    ],
    taken: [
      {
        schedule: {
          ...A_SCHEDULE,
          endDate: A_SCHEDULE.startDate,
          every: 366,
          maxOccurrences: 9_999,
        },
      },
      { schedule: { ...A_SCHEDULE, dayOfMonth: 31, endDate: '2026-12-31', maxOccurrences: 1 } },
      { schedule: { ...A_SCHEDULE, startDate: '2099-12-31', dayOfMonth: null } },
      { dueDays: 0 },
      { dueDays: 3_650 },
    ],
  },
  {
    calls: ['recurring.create'],
    accepted: DOCUMENT,
    refused: [[{ schedule: undefined }, 'schedule', 'schedule must be an object']],
  },
  {
    calls: ['recurring.resume'],
    accepted: { id: 1 },
    refused: [
      [{ from: 'soon' }, 'from', 'from must be a date such as 2026-01-31'],
      [{ from: '2100-01-01' }, 'from', 'from must be in the years 2000 to 2099'],
    ],
  },
  {
    calls: ['recurring.skip', 'recurring.run', 'recurring.move'],
    accepted: { id: 1, date: '2026-12-01', to: '2026-12-02' },
    refused: [
      [{ date: 'soon' }, 'date', 'date must be a date such as 2026-01-31'],
      [{ date: '2100-01-01' }, 'date', 'date must be in the years 2000 to 2099'],
    ],
  },
  {
    calls: ['recurring.move'],
    accepted: { id: 1, date: '2026-12-01', to: '2026-12-02' },
    refused: [
      [{ date: undefined }, 'date', 'date is required'],
      [{ to: undefined }, 'to', 'to is required'],
      [{ to: 'soon' }, 'to', 'to must be a date such as 2026-01-31'],
      [{ to: '2100-01-01' }, 'to', 'to must be in the years 2000 to 2099'],
    ],
  },
];
