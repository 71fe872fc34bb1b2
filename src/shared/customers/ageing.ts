/** How long what is open is past its due date. */
export const AGES = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90Days'] as const;
export type Age = (typeof AGES)[number];

export const AGE_LABELS: Record<Age, string> = {
  notDue: 'Not due',
  days1To30: '1–30 days',
  days31To60: '31–60 days',
  days61To90: '61–90 days',
  over90Days: 'Over 90 days',
};

/** The first day past due of each age. */
export const AGE_BEGINS: Record<Exclude<Age, 'notDue'>, number> = {
  days1To30: 1,
  days31To60: 31,
  days61To90: 61,
  over90Days: 91,
};
