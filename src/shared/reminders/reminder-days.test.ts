import { describe, expect, it } from 'vitest';
import {
  findReachedStep,
  findStepRange,
  firstSendDay,
  isOpen,
  listStepsToCome,
  nextOpening,
  planSteps,
  stepDate,
} from './reminder-days.ts';

const STEPS = [-3, 0, 7, 14, 30].map((days) => ({ days }));
const dueDate = '2026-12-10';
const EVERY_DAY = { businessDaysOnly: false };

describe('the step that an invoice has reached', () => {
  const reached = (today: string, since = '2026-01-01') =>
    findReachedStep(planSteps(STEPS, dueDate, [], EVERY_DAY), { today, since })?.days;

  it('is the latest whose day has come', () => {
    expect(reached('2026-12-06')).toBeUndefined();
    expect(reached('2026-12-07')).toBe(-3);
    expect(reached('2026-12-09')).toBe(-3);
    expect(reached('2026-12-10')).toBe(0);
    expect(reached('2026-12-17')).toBe(7);
    expect(reached('2026-12-31')).toBe(14);
    expect(reached('2027-06-01')).toBe(30);
  });

  it('is none where its day was before reminders began, and not one before it', () => {
    expect(reached('2026-12-20', '2026-12-18')).toBeUndefined();
    expect(reached('2026-12-17', '2026-12-17')).toBe(7);
    expect(reached('2026-12-24', '2026-12-18')).toBe(14);
  });
});

describe('the day of a step', () => {
  const workdays = { businessDaysOnly: true };

  it('before the due date is the Friday before a weekend, where reminders rest then', () => {
    // Saturday, December 5 and Sunday, December 6.
    expect(stepDate('2026-12-08', -3, workdays)).toBe('2026-12-04');
    expect(stepDate('2026-12-09', -3, workdays)).toBe('2026-12-04');
    expect(stepDate('2026-12-10', -3, workdays)).toBe('2026-12-07');
    expect(stepDate('2026-12-08', -3, EVERY_DAY)).toBe('2026-12-05');
  });

  it('on the due date or after it is never earlier', () => {
    expect(stepDate('2026-12-05', 0, workdays)).toBe('2026-12-05');
    expect(stepDate('2026-11-28', 7, workdays)).toBe('2026-12-05');
  });
});

describe('the next step', () => {
  const next = (from: string, last?: number, since = '2026-01-01') => {
    const [plan] = listStepsToCome(
      planSteps(STEPS, dueDate, [], EVERY_DAY),
      { from, since, last },
      EVERY_DAY,
    );
    return plan && [plan.step.days, plan.date];
  };

  it('is one that is owed, or the first that is to come', () => {
    expect(next('2026-12-01')).toEqual([-3, '2026-12-07']);
    expect(next('2026-12-08')).toEqual([-3, '2026-12-08']);
    expect(next('2026-12-08', -3)).toEqual([0, '2026-12-10']);
    expect(next('2026-12-20', 0)).toEqual([7, '2026-12-20']);
    expect(next('2026-12-20', 0, '2026-12-19')).toEqual([14, '2026-12-24']);
    expect(next('2027-02-01', 14)).toEqual([30, '2027-02-01']);
    expect(next('2027-02-01', 30)).toBeUndefined();
  });
});

describe('steps that were moved or left out', () => {
  const changes = [
    { days: 0, movedTo: '2026-12-14' },
    { days: 14, movedTo: null },
  ];
  const planned = planSteps(STEPS, dueDate, changes, EVERY_DAY);
  const reached = (today: string, since = '2026-01-01') =>
    findReachedStep(planned, { today, since })?.days;

  it('are reached on the day that they were moved to, or not at all', () => {
    expect(reached('2026-12-13')).toBe(-3);
    expect(reached('2026-12-14')).toBe(0);
    expect(reached('2026-12-14', '2026-12-14')).toBe(0);
    expect(reached('2026-12-23')).toBe(7);
    expect(reached('2026-12-24')).toBeUndefined();
    expect(reached('2027-01-09')).toBe(30);
  });

  it('come in their order, of those that meet at the end of a weekend the latest', () => {
    const toCome = (steps = planned, window = { businessDaysOnly: true }) =>
      listStepsToCome(steps, { from: '2026-12-05', since: '2026-01-01' }, window).map(
        ({ step, date, isSkipped }) => [step.days, date, isSkipped],
      );
    expect(toCome()).toEqual([
      [-3, '2026-12-07', false],
      [0, '2026-12-14', false],
      [7, '2026-12-17', false],
      [14, '2026-12-24', true],
      [30, '2027-01-11', false],
    ]);
    const weekend = planSteps(
      STEPS,
      dueDate,
      [
        { days: 0, movedTo: '2026-12-12' },
        { days: 7, movedTo: '2026-12-13' },
      ],
      EVERY_DAY,
    );
    expect(toCome(weekend).map(([days]) => days)).toEqual([-3, 7, 14, 30]);
  });

  it('can be moved between their neighbors, from today on', () => {
    expect(findStepRange(planned, 7, '2026-12-01')).toEqual({
      from: '2026-12-15',
      to: '2026-12-23',
    });
    expect(findStepRange(planned, 7, '2026-12-20')).toEqual({
      from: '2026-12-20',
      to: '2026-12-23',
    });
    expect(findStepRange(planned, 30, '2026-12-01')).toEqual({
      from: '2026-12-25',
      to: '2027-12-02',
    });
    const { from, to } = findStepRange(
      planSteps([{ days: 0 }, { days: 1 }], dueDate, [], EVERY_DAY),
      0,
      '2026-12-11',
    );
    expect(from > to).toBe(true);
  });
});

describe('the hours in which reminders go out', () => {
  const office = { sendFrom: 9, sendUntil: 17, businessDaysOnly: true };
  const zone = 'America/New_York';

  it('are those where the business is, on its business days', () => {
    expect(isOpen(new Date('2026-11-26T13:59:00Z'), office, zone)).toBe(false);
    expect(isOpen(new Date('2026-11-26T14:00:00Z'), office, zone)).toBe(true);
    expect(isOpen(new Date('2026-11-26T21:59:59Z'), office, zone)).toBe(true);
    expect(isOpen(new Date('2026-11-26T22:00:00Z'), office, zone)).toBe(false);
    const saturday = new Date('2026-11-28T15:00:00Z');
    expect(isOpen(saturday, office, zone)).toBe(false);
    expect(isOpen(saturday, { ...office, businessDaysOnly: false }, zone)).toBe(true);
    expect(isOpen(saturday, { ...office, sendUntil: 24, businessDaysOnly: false }, zone)).toBe(
      true,
    );
  });

  it.each([
    ['now', '2026-11-26T15:07:00Z', '2026-11-26T15:07:00.000Z'],
    ['this morning', '2026-11-26T03:07:00Z', '2026-11-26T14:00:00.000Z'],
    ['after a weekend', '2026-11-27T22:30:00Z', '2026-11-30T14:00:00.000Z'],
    ['after the clock was put back', '2026-10-30T22:00:00Z', '2026-11-02T14:00:00.000Z'],
    ['after the clock was put forward', '2026-03-06T23:00:00Z', '2026-03-09T13:00:00.000Z'],
  ])('begin next %s', (_when, now, opens) => {
    expect(nextOpening(new Date(now), office, zone).toISOString()).toBe(opens);
  });

  it('begin at quarters of an hour where a zone is apart by one, and on the day that is asked for', () => {
    const now = new Date('2026-11-26T01:00:00Z');
    expect(nextOpening(now, office, 'Asia/Kathmandu').toISOString()).toBe(
      '2026-11-26T03:15:00.000Z',
    );
    const day = nextOpening(new Date('2026-11-26T15:00:00Z'), office, zone, '2026-11-27');
    expect(day.toISOString()).toBe('2026-11-27T14:00:00.000Z');
  });

  it('move a day of rest to the Monday after it', () => {
    expect(firstSendDay('2026-11-28', office)).toBe('2026-11-30');
    expect(firstSendDay('2026-11-29', office)).toBe('2026-11-30');
    expect(firstSendDay('2026-11-30', office)).toBe('2026-11-30');
    expect(firstSendDay('2026-11-28', { businessDaysOnly: false })).toBe('2026-11-28');
  });
});
