import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The list as a browser offers it that knows these zones. */
async function listed(stored: string, zones = Intl.supportedValuesOf('timeZone')) {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(zones);
  const { timeZoneOptions } = await import('./time-zones.ts');
  return timeZoneOptions(stored);
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata (Calcutta)'],
  ['Europe/Kyiv', 'Europe/Kyiv (Kiev)'],
  ['Asia/Ho_Chi_Minh', 'Asia/Ho Chi Minh (Saigon)'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires'],
  ['America/New_York', 'America/New York'],
])('%s is offered once, as %s', async (value, label) => {
  const options = await listed('UTC');
  expect(options.filter((option) => option.value === value)).toEqual([{ value, label }]);
  expect(options.map((option) => option.value)).not.toContain('Asia/Calcutta');
});

test('what is stored under an old name stays so, and stands under the modern one', async () => {
  const options = await listed('Europe/Kiev');
  const label = 'Europe/Kyiv (Kiev)';
  expect(options.filter((option) => option.label === label)).toEqual([
    { value: 'Europe/Kiev', label },
  ]);
});

test('a zone that the browser does not list is offered where it is stored', async () => {
  const zones = ['Europe/Berlin', 'Europe/Kyiv'];
  expect(await listed('Etc/GMT+3', zones)).toEqual([
    { value: 'Etc/GMT+3', label: 'Etc/GMT+3' },
    { value: 'Europe/Berlin', label: 'Europe/Berlin' },
    { value: 'Europe/Kyiv', label: 'Europe/Kyiv (Kiev)' },
  ]);
  expect((await listed('', zones)).length).toBe(2);
});
