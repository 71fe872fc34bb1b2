import type { EstimateDetail } from '../../../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';
import { wideContent } from './prepare-documents.ts';
import type { Records } from './prepare-records.ts';

type Made = Pick<EstimateDetail, 'id' | 'publicId' | 'estimateNumber'>;

export interface Estimates {
  estimates: Record<
    'draft' | 'sent' | 'choices' | 'signed' | 'inTheWay' | 'converted' | 'rejected' | 'wide',
    Made
  >;
  /** Made by the acceptance of an estimate. */
  deposit: InvoiceDetail;
  /** Deducts a deposit. */
  final: InvoiceDetail;
}

const taxed = (rate: string) => [{ name: 'VAT', rate, category: 'S' }];

/** Estimates in their states, and what became of them. */
export async function prepareEstimates(
  { owner, server }: Ground,
  { harbor }: Records,
): Promise<Estimates> {
  let count = 0;
  const add = (values: object = {}) => {
    count += 1;
    return owner.call<EstimateDetail>('POST', '/api/estimates', {
      customerId: harbor,
      estimateNumber: `EST-${count}`,
      status: 'sent',
      issueDate: daysFromNow(0),
      expiryDate: daysFromNow(30),
      terms: 'Half in advance, the rest on delivery.',
      lineItems: [
        { description: 'Garden plan', quantity: '4', unitPrice: '250', taxes: taxed('19') },
        { description: 'Roses', quantity: '10', unitPrice: '20', taxes: taxed('7') },
      ],
      ...values,
    });
  };
  const read = (id: number) => owner.call<EstimateDetail>('GET', `/api/estimates/${id}`);
  const withDeposit = { deposit: { percent: '30' } };
  const accept = async ({ id }: Made) => {
    await owner.call('POST', `/api/estimates/${id}/accept`);
    const { depositInvoices } = await read(id);
    return depositInvoices[0]?.id ?? 0;
  };

  const inTheWay = await add(withDeposit);
  await accept(inTheWay);
  const converted = await add(withDeposit);
  const depositId = await accept(converted);
  const deposit = await owner.call<InvoiceDetail>('POST', `/api/invoices/${depositId}/issue`);
  const { id: finalId } = await owner.call<InvoiceDetail>(
    'POST',
    `/api/estimates/${converted.id}/convert`,
  );
  const final = await owner.call<InvoiceDetail>('POST', `/api/invoices/${finalId}/issue`);

  const signed = await add({ ...withDeposit, onAcceptance: 'send' });
  await sign(server.url, signed.publicId);
  const rejected = await add();
  await owner.call('POST', `/api/estimates/${rejected.id}/reject`);
  const estimates = {
    inTheWay,
    converted,
    signed,
    rejected,
    draft: await add({ status: 'draft' }),
    sent: await add({
      ...withDeposit,
      installments: [
        {
          event: 'acceptance',
          days: 14,
          percent: '50',
        },
        {
          event: 'acceptance',
          days: 44,
          percent: '50',
        },
      ],
    }),
    choices: await add({
      lineItems: [
        {
          description: 'Garden plan',
          quantity: '1',
          unitPrice: '1000',
        },
        {
          description: 'Lighting',
          quantity: '1',
          unitPrice: '300',
          optional: true,
        },
        {
          description: 'Trees',
          quantity: '4',
          unitPrice: '50',
          minQuantity: '2',
          maxQuantity: '9',
        },
      ],
    }),
    wide: await add(wideContent('KWD')),
  };
  return { estimates, deposit, final };
}

/** Its customer draws a signature. */
async function sign(url: string, publicId: string): Promise<void> {
  const path = `${url}/api/public/estimate/${publicId}`;
  const { estimate } = (await (await fetch(path)).json()) as {
    estimate: { hash: string; total: string };
  };
  const strokes = [
    [
      [100, 250],
      [300, 120],
      [500, 350],
      [700, 150],
    ],
  ];
  const answer = await fetch(`${path}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      hash: estimate.hash,
      total: estimate.total,
      name: 'Marta Lindqvist',
      signature: { way: 'drawn', strokes },
      agreed: true,
    }),
  });
  if (!answer.ok) throw new Error(`The estimate was not signed: ${await answer.text()}`);
}
