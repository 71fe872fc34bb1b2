import type { Refusal, Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NOT_PUBLIC = 'id must be that of a public address';
const NOT_INSIDE = 'The points of a signature are whole numbers from 0 to 1000 and 400';
const TOO_MUCH = 'A signature has at most 100 strokes and 5,000 points';
const NO_INK = 'Draw your signature, or type your name instead';
const A_DOT = 'That is too little for a signature. Draw it again, or type your name instead';
const NO_LINE = 'Line must be the place of a line, from 0';

const ANSWER = {
  id: 'abc',
  hash: 'def',
  name: 'Marta Lindqvist',
  signature: { way: 'typed' },
  agreed: true,
  choice: [{ line: 0, quantity: '1' }],
};
const drawn = (strokes: unknown, message: string): Refusal => [
  { signature: { way: 'drawn', strokes } },
  'signature.strokes',
  message,
];
const point = (at: string, given: unknown): Refusal => [
  { signature: { way: 'drawn', strokes: [[[0, 0], given, [500, 0]]] } },
  `signature.strokes.0.1${at}`,
  NOT_INSIDE,
];
const choice = (given: object, at: string, message: string): Refusal => [
  { choice: [{ line: 0, quantity: '1' }, given] },
  `choice.1.${at}`,
  message,
];

/** What is called from pages without an account, and from the portal. */
export const CUSTOMERS_PAGES_REFUSALS: Refusals[] = [
  {
    calls: [
      'publicInvoices.get',
      'publicEstimates.get',
      'publicEstimates.choose',
      'publicEstimates.accept',
      'publicEstimates.decline',
      'publicCreditNotes.get',
      'payments.markPaid',
      'payments.createPayment',
      'payments.automatic',
      'payments.endAutomatic',
    ],
    accepted: ANSWER,
    refused: [
      [{ id: longText(65) }, 'id', NOT_PUBLIC],
      [{ id: undefined }, 'id', 'id must be text'],
    ],
  },
  {
    calls: ['paymentTest.publicTest'],
    accepted: { id: 'abc' },
    refused: [[{ id: longText(65) }, 'id', 'id must be at most 64 characters']],
  },
  {
    calls: ['publicEstimates.choose', 'publicEstimates.accept', 'publicEstimates.decline'],
    accepted: ANSWER,
    refused: [
      ...eachOf(
        'hash',
        [undefined, 5, longText(65)],
        'hash of the version that was seen is required',
      ),
    ],
  },
  {
    calls: ['publicEstimates.choose', 'publicEstimates.accept'],
    accepted: ANSWER,
    refused: [
      [{ choice: 'all' }, 'choice', 'choice must be a list'],
      [
        { choice: Array.from({ length: 5_001 }, (_, line) => ({ line, quantity: '1' })) },
        'choice',
        'choice must have at most 5,000 entries',
      ],
      ...[-1, 1.5, 'x', undefined].map((line) => choice({ line, quantity: '1' }, 'line', NO_LINE)),
      choice({ line: 5_001, quantity: '1' }, 'line', NO_LINE),
      choice({ line: 1 }, 'quantity', 'Quantity is required'),
      choice({ line: 1, quantity: '-1' }, 'quantity', 'Quantity must not be negative'),
      choice(
        { line: 1, quantity: 'all' },
        'quantity',
        'Quantity must be a number with at most six decimals',
      ),
    ],
    taken: [
      { choice: Array.from({ length: 5_000 }, (_, line) => ({ line, quantity: '0' })) },
      { choice: [{ line: '5000', quantity: '99999999.99' }] },
    ],
  },
  {
    calls: ['publicEstimates.accept'],
    accepted: ANSWER,
    refused: [
      ...eachOf('name', [undefined, '', ' ', '\u200b'], 'Name is required'),
      [{ name: longText(101) }, 'name', 'Name must be at most 100 characters'],
      ...eachOf('agreed', [undefined, false, 'true'], 'Agree to the terms to accept the estimate'),
      ...eachOf('total', ['much', {}], 'Total must be a number'),
      [{ total: '-1' }, 'total', 'Total must not be negative'],
      ...[undefined, { way: 'sung' }].map((signature): Refusal => [
        { signature },
        signature ? 'signature.way' : 'signature',
        'Type your name or draw your signature',
      ]),
      ...[undefined, [], [[]], [[], []], 'ink'].map((strokes) => drawn(strokes, NO_INK)),
      // Dots, however far from each other, and a pen that does not move, or hardly.
      ...[
        [[[5, 5]]],
        [[[5, 5]], [[900, 300]]],
        [Array.from({ length: 50 }, () => [7, 7])],
        [
          [
            [0, 0],
            [39, 0],
          ],
        ],
      ].map((strokes) => drawn(strokes, A_DOT)),
      drawn(
        Array.from({ length: 101 }, () => [
          [0, 0],
          [100, 100],
        ]),
        TOO_MUCH,
      ),
      drawn([Array.from({ length: 5_001 }, (_, n) => [n % 1_000, 0])], TOO_MUCH),
      point('.0', [1_001, 0]),
      point('.1', [0, 401]),
      point('.0', [-1, 0]),
      point('.0', [0.5, 0]),
      point('.0', [null, 0]),
      point('', [0]),
      point('', 'x'),
    ],
    taken: [
      {
        signature: {
          way: 'drawn',
          strokes: [
            [
              [0, 0],
              [40, 0],
            ],
          ],
        },
      },
      {
        signature: {
          way: 'drawn',
          strokes: [
            [
              [1_000, 400],
              [0, 0],
            ],
          ],
        },
      },
      {
        signature: {
          way: 'drawn',
          strokes: Array.from({ length: 100 }, () => [
            [0, 0],
            [100, 100],
          ]),
        },
      },
      {
        signature: {
          way: 'drawn',
          strokes: [Array.from({ length: 5_000 }, (_, n) => [n % 1_000, 0])],
        },
      },
      { total: '0', name: longText(100) },
    ],
  },
  {
    calls: ['publicEstimates.decline'],
    accepted: ANSWER,
    refused: [[{ reason: longText(1_001) }, 'reason', 'Reason must be at most 1,000 characters']],
  },
  {
    calls: ['portal.askLink'],
    accepted: { kind: 'invoice', id: 'abc', email: 'marta@harbor.example' },
    refused: [
      ...eachOf('kind', ['receipt', undefined], 'kind must be invoice, estimate or credit-note'),
      [{ id: longText(65) }, 'id', 'id must be at most 64 characters'],
      ...eachOf('email', [undefined, null, '', ' '], 'Email is required'),
      ...eachOf('email', ['no', 'a@b@c.example'], 'Enter a valid email address'),
      [{ email: `${longText(250)}@x.example` }, 'email', 'Email must be at most 254 characters'],
    ],
  },
  {
    calls: ['portal.askAgain', 'portal.open'],
    accepted: { token: 'abc' },
    refused: [
      [{ token: undefined }, 'token', 'token must be text'],
      [{ token: longText(201) }, 'token', 'token must be at most 200 characters'],
    ],
  },
  {
    calls: ['portal.invoices'],
    accepted: { status: 'open' },
    refused: eachOf('status', ['late', undefined], 'status must be open or paid'),
  },
  {
    calls: ['portal.estimates'],
    accepted: { status: 'waiting' },
    refused: eachOf('status', ['open', undefined], 'status must be waiting or past'),
  },
  {
    calls: ['portal.creditNotes', 'portal.payments'],
    accepted: {},
    refused: [[{ cursor: longText(301) }, 'cursor', 'cursor must be at most 300 characters']],
  },
  {
    calls: ['portal.pay'],
    accepted: { invoiceIds: [1] },
    refused: [
      ...eachOf('invoiceIds', [undefined, 'all'], 'Choose invoices to pay'),
      ...[0, 'x', null, 1e17].map((id): Refusal => [
        { invoiceIds: [1, id] },
        'invoiceIds.1',
        'Choose invoices to pay',
      ]),
      [{ invoiceIds: [] }, 'invoiceIds', 'Choose at least one invoice'],
      [
        { invoiceIds: Array.from({ length: 21 }, (_, n) => n + 1) },
        'invoiceIds',
        'Choose at most 20 invoices',
      ],
    ],
    taken: [{ invoiceIds: Array.from({ length: 20 }, (_, n) => n + 1) }],
  },
  {
    calls: ['portal.confirm'],
    accepted: { key: 'abc' },
    refused: [
      [{ key: undefined }, 'key', 'key must be text'],
      [{ key: longText(65) }, 'key', 'key must be at most 64 characters'],
    ],
  },
];
