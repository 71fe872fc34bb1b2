import { expect, it } from 'vitest';
import { copyDraft } from './copy-draft.ts';
import type { DocumentDraft } from './document-draft.ts';
import { emptyDraft, newAdjustment } from './document-draft.ts';
import { newLine } from './draft-line.ts';

const NOW = { today: '2026-03-10', number: 'INV-2026-0100' };
const kind = { endAfterDays: 30 };

const source: DocumentDraft = {
  ...emptyDraft({ endAfterDays: 30, terms: '' }, '2026-01-01', 'INV-2026-0001'),
  customer: { id: 7, name: 'Ada', company: null, email: 'ada@example.com' },
  status: 'paid',
  endDate: '2026-01-15',
  endChosen: true,
  currency: 'EUR',
  taxRate: '19.00',
  notes: 'Thank you',
  terms: 'Within 14 days',
  buyerReference: 'Department 4',
  poNumber: 'PO-1',
  supplyDate: '2025-12-31',
  periodFrom: '2025-12-01',
  periodTo: '2025-12-31',
  exchangeRate: '1.1',
  exchangeDate: '2026-01-01',
  exchangeSource: 'ECB',
  deposit: '30%',
  onAcceptance: 'send',
  followsEstimate: true,
  lines: [
    newLine({
      id: 41,
      itemId: 3,
      description: 'Hours',
      quantity: '2',
      storedQuantity: '2',
      unit: 'h',
      unitPrice: '80.00',
      discount: '10%',
      itemCode: 'H-1',
      periodFrom: '2025-12-01',
      periodTo: '2025-12-31',
    }),
  ],
  discounts: [newAdjustment({ reason: 'Loyalty', value: '5%' })],
  charges: [newAdjustment({ reason: 'Travel', value: '20.00' })],
  deductions: [
    { invoiceId: 9, invoiceNumber: 'INV-2026-0009' } as DocumentDraft['deductions'][number],
  ],
};

it('says the same to the same customer', () => {
  const copy = copyDraft(source, kind, NOW);
  const { customer, currency, taxRate, notes, terms, buyerReference } = source;
  const { deposit, onAcceptance } = source;
  expect(copy).toMatchObject({
    customer,
    currency,
    taxRate,
    notes,
    terms,
    buyerReference,
    deposit,
    onAcceptance,
  });
  expect(copy.discounts).toEqual(source.discounts);
  expect(copy.charges).toEqual(source.charges);
  expect(copy.lines).toMatchObject([
    {
      itemId: 3,
      description: 'Hours',
      quantity: '2',
      unit: 'h',
      unitPrice: '80.00',
      discount: '10%',
    },
  ]);
});

it('is a draft of today with a number of its own, and as long a time', () => {
  expect(copyDraft(source, kind, NOW)).toMatchObject({
    number: 'INV-2026-0100',
    status: 'draft',
    issueDate: '2026-03-10',
    endDate: '2026-03-24',
    endChosen: true,
  });
  const usual = { ...source, endDate: '2026-01-31' };
  expect(copyDraft(usual, kind, NOW)).toMatchObject({ endDate: '2026-04-09', endChosen: false });
  const none = copyDraft({ ...source, endDate: '' }, { endAfterDays: null }, NOW);
  expect(none.endDate).toBe('');
});

it('leaves what belongs to the other document alone', () => {
  const copy = copyDraft(source, kind, NOW);
  expect(copy).toMatchObject({
    poNumber: '',
    supplyDate: '',
    periodFrom: '',
    periodTo: '',
    exchangeRate: '',
    exchangeDate: '',
    exchangeSource: '',
    installments: [],
    deductions: [],
    followsEstimate: false,
  });
  expect(copy.lines[0]).toMatchObject({ periodFrom: '', periodTo: '' });
  expect(copy.lines[0]?.id).toBeUndefined();
  expect(copy.lines[0]?.storedQuantity).toBeUndefined();
  expect(copy.lines[0]?.key).not.toBe(source.lines[0]?.key);
});

it('follows its own dates with terms that nobody wrote', () => {
  const termsFor = ({ issueDate, endDate }: DocumentDraft) => `From ${issueDate} to ${endDate}`;
  expect(copyDraft(source, { ...kind, termsFor }, NOW).terms).toBe('From 2026-03-10 to 2026-03-24');
});
