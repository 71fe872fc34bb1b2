import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { readEnv } from '../../platform/env/read-env.ts';
import { fetchExchangeRates } from './fetch-exchange-rates.job.ts';
import { findExchangeRate, findExchangeRates, ratesSource } from './find-exchange-rate.ts';
import { parseRates } from './parse-rates.ts';

const day = (date: string, rates: Record<string, string>) =>
  `<Cube time='${date}'>${Object.entries(rates)
    .map(([currency, rate]) => `\n\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}\n\t\t</Cube>`;

/** As the bank writes it. */
const file = (...days: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		${days.join('\n\t\t')}
	</Cube>
</gesmes:Envelope>`;

const RATES = { USD: '1.1', JPY: '172.55', GBP: '0.8643', XXX: '3' };
const FRIDAY = file(day('2026-11-20', RATES));

describeOnDatabase('exchange rates', { owned: true }, (db) => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let asked = 0;
  let url: string;
  let now = new Date('2026-11-20T16:00:00Z');
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.xml`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    await db.pool.query('delete from reference_rates');
    now = new Date('2026-11-20T16:00:00Z');
    asked = 0;
  });

  const says = (text: string, status = 200) => {
    answer = (_request, response) => response.writeHead(status).end(text);
  };
  const run = (timeoutMs = 60_000) =>
    fetchExchangeRates(
      { db, clock: { now: () => now }, env: readEnv({ EXCHANGE_RATES_URL: url }) },
      { timeoutMs },
    );
  const count = async () =>
    Number((await db.pool.query('select count(*) as n from reference_rates')).rows[0].n);

  it('are fetched once a day, whole', async () => {
    says(FRIDAY);
    expect(await run()).toBe(1);
    expect(await count()).toBe(3);
    expect(await run()).toBe(0);
    // Saturday, Sunday and Monday before four o'clock in Frankfurt have nothing new.
    for (const later of ['2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z', '2026-11-23T14:59:00Z']) {
      now = new Date(later);
      expect(await run()).toBe(0);
    }
    expect(asked).toBe(1);
    now = new Date('2026-11-23T15:01:00Z');
    expect(await run()).toBe(0);
    says(file(day('2026-11-23', { USD: '1.2' })));
    expect(await run()).toBe(1);
    expect([asked, await count()]).toEqual([3, 4]);
  });

  it('are not fetched where no address is set', async () => {
    const services = { db, clock: { now: () => now }, env: readEnv({}) };
    expect(await fetchExchangeRates(services)).toBe(0);
    expect(asked).toBe(0);
  });

  it('stay as they were read first, however many read them at once', async () => {
    const friday = { USD: '1.1', GBP: '0.8' };
    says(file(day('2026-11-19', friday)));
    expect((await Promise.all([run(), run(), run()])).filter((days) => days > 0)).toHaveLength(1);
    says(file(day('2026-11-20', friday), day('2026-11-19', { USD: '9', JPY: '9' })));
    expect(await run()).toBe(1);
    expect(await count()).toBe(4);
    expect(await findExchangeRate(db.orm, 'EUR', 'USD', '2026-11-19')).toMatchObject({
      rate: '1.1000000000',
    });
  });

  it.each([
    ['breaks off', FRIDAY.slice(0, -30), /breaks off|not well formed/],
    [
      'breaks off between rates',
      FRIDAY.slice(0, FRIDAY.indexOf("<Cube currency='GBP'")),
      /breaks off/,
    ],
    ['is no XML', 'Sorry, we are down for maintenance', /not well formed/],
    ['is a page', '<html><body><p>Hello</p></body></html>', /no rates/],
    ['is empty', '', /not well formed/],
    ['has entities', `<!DOCTYPE a [<!ENTITY b "c">]>${FRIDAY.slice(38)}`, /entities/],
    ['has a reference', FRIDAY.replace('Reference rates', 'R &amp; r'), /entities/],
    ['has no day', FRIDAY.replace(" time='2026-11-20'", ''), /without a date/],
    ['has a day that is none', FRIDAY.replace('2026-11-20', '2026-02-30'), /without a date/],
    ['has a day that is to come', file(day('2027-01-04', RATES)), /which is to come/],
    ['has a day without rates', file(day('2026-11-20', {})), /no rates of 2026-11-20/],
    ['has a currency twice', FRIDAY.replace("'GBP'", "'USD'"), /USD twice/],
    ['has a rate of zero', FRIDAY.replace("'1.1'", "'0.000'"), /no rate of USD/],
    ['has a rate that is no number', FRIDAY.replace("'1.1'", "'1,1'"), /no rate of USD/],
    ['has a negative rate', FRIDAY.replace("'1.1'", "'-1.1'"), /no rate of USD/],
    ['has a rate without a currency', FRIDAY.replace("currency='USD' ", ''), /without a currency/],
    ['has rates elsewhere', FRIDAY.replaceAll('Cube', 'Tube'), /another place/],
    ['is huge', FRIDAY + ' '.repeat(2_000_000), /too large/],
  ])('are not stored from a file that %s', async (_what, text, reason) => {
    says(text);
    await expect(run()).rejects.toThrow(reason);
    expect(await count()).toBe(0);
    says(FRIDAY);
    expect(await run()).toBe(1);
  });

  it('are not stored from a server that fails, leads elsewhere, or takes too long', async () => {
    says(FRIDAY, 500);
    await expect(run()).rejects.toThrow('answered with 500');
    answer = (request, response) =>
      request.url === '/elsewhere'
        ? response.end(FRIDAY)
        : response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(run()).rejects.toThrow();
    answer = (_request, response) => {
      response.write(FRIDAY.slice(0, 300));
    };
    await expect(run(50)).rejects.toThrow();
    answer = () => {};
    await expect(run(50)).rejects.toThrow();
    expect([asked, await count()]).toEqual([4, 0]);
  });

  it('cross the euro, of the latest day that both have, at most a week old', async () => {
    says(file(day('2026-11-20', RATES), day('2026-11-19', { USD: '1.3', CHF: '0.93' })));
    await run();
    const found = (from: string, to: string, date: string) =>
      findExchangeRate(db.orm, from, to, date);
    expect(await found('EUR', 'USD', '2026-11-20')).toEqual({
      from: 'EUR',
      to: 'USD',
      rate: '1.1000000000',
      date: '2026-11-20',
    });
    expect((await found('USD', 'EUR', '2026-11-22'))?.rate).toBe('0.9090909091');
    expect((await found('USD', 'JPY', '2026-11-27'))?.rate).toBe('156.8636363636');
    expect((await found('GBP', 'USD', '2026-11-20'))?.rate).toBe('1.2727062363');
    expect(await found('CHF', 'USD', '2026-11-20')).toMatchObject({
      rate: '1.3978494624',
      date: '2026-11-19',
    });
    for (const [from, to, date] of [
      ['USD', 'EUR', '2026-11-28'],
      ['USD', 'EUR', '2026-11-18'],
      ['CHF', 'JPY', '2026-11-20'],
      ['KWD', 'USD', '2026-11-20'],
      ['EUR', 'EUR', '2026-11-20'],
    ] as const) {
      expect(await found(from, to, date)).toBeUndefined();
    }
    const all = await findExchangeRates(db.orm, ['EUR', 'USD', 'GBP'], 'JPY', '2026-11-20');
    expect([...(all ?? [])].map(([currency, { rate }]) => [currency, rate])).toEqual([
      ['EUR', '172.5500000000'],
      ['USD', '156.8636363636'],
      ['GBP', '199.6413282425'],
    ]);
  });

  it.each([
    ['deeply nested', '<a>'.repeat(300_000), /nested too deep/],
    ['of very many elements', `<a>${'<b/>'.repeat(240_000)}</a>`, /too many elements/],
    [
      'of an element with very many attributes',
      `<a ${Array.from({ length: 60_000 }, (_, i) => `b${i}="1"`).join(' ')}/>`,
      /too many attributes/,
    ],
    ['of beginnings of elements', '<Cube '.repeat(100_000), /not well formed/],
    ['of an attribute that does not end', `<Cube a='${' '.repeat(900_000)}`, /not well formed/],
    ['of a long name', '<a '.padEnd(900_000), /not well formed/],
    ['of text alone', `<a>${'x'.repeat(900_000)}</a>`, /no rates/],
    ['of what ends a CDATA section', `<a>${']'.repeat(900_000)}</a>`, /declarations/],
  ])('a file %s is refused', (_, text, message) => {
    expect(() => parseRates(text)).toThrow(message);
  });
});

it.each([
  ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'European Central Bank'],
  ['https://ecb.europa.eu/daily.xml', 'European Central Bank'],
  ['https://rates.example.com/daily.xml', 'rates.example.com'],
  ['https://notecb.europa.eu/daily.xml', 'notecb.europa.eu'],
  ['http://[::1]:8080/daily.xml', '[::1]'],
  [undefined, 'European Central Bank'],
])('rates read from %s are those of %s', (url, source) => {
  expect(ratesSource(url)).toBe(source);
});
