import { expect, it } from 'vitest';
import { formatDuration, formatInterval } from './job-labels.ts';

it('says how often a job runs', () => {
  expect([null, 15, 60, 300, 3_600, 86_400].map(formatInterval)).toEqual([
    'When due',
    'Every 15 s',
    'Every minute',
    'Every 5 min',
    'Every hour',
    'Every 24 hours',
  ]);
});

it('says how long a run took', () => {
  expect([0, 12, 1_400, 120_000].map(formatDuration)).toEqual(['0 ms', '12 ms', '1.4 s', '2 min']);
});
