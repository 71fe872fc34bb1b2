import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { MoneySentence } from './money-sentence.tsx';

const OTHERS = ['EUR', 'GBP', 'CHF', 'CAD'];
const sentence = (others: readonly string[]) => {
  const figures = {
    today: '2026-11-28',
    overdueCount: 0,
    currency: 'USD',
    outstanding: '1200.00',
    overdue: '0.00',
    otherCurrencies: others.map((currency) => ({
      currency,
      outstanding: '300.00',
      overdue: '0.00',
    })),
  } as unknown as Dashboard;
  const markup = renderToStaticMarkup(<MoneySentence figures={figures} fresh={false} />);
  return markup.replace(/<time.*/, '').replaceAll(/<[^>]*>/g, '');
};

test('three currencies are said one by one; of more, how many there are', () => {
  expect(sentence(OTHERS.slice(0, 2))).toBe(
    'You are owed $1,200.00, €300.00 and £300.00. Nothing is overdue.',
  );
  expect(sentence(OTHERS)).toBe(
    'You are owed $1,200.00, €300.00 and amounts in 3 other currencies. Nothing is overdue.',
  );
});
