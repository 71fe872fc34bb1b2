/** The page on which the payer agrees to an order, or does not. */
import type { Html } from '../http/html.ts';
import { formFields, html, page, seeOther } from '../http/html.ts';
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { plainPage, sandboxBar } from '../stripe/page-parts.ts';
import { approveOrder } from './paypal-actions.ts';
import type { Money } from './paypal-money.ts';
import type { Funding, Order } from './paypal-objects.ts';
import { anywhere, isAlive } from './paypal-objects.ts';

const ways: { value: Funding; name: string; what: string }[] = [
  { value: 'completes', name: 'PayPal balance', what: 'the payment completes at once' },
  { value: 'declines', name: 'Declined card', what: 'the payment is refused' },
  { value: 'pends', name: 'Bank transfer', what: 'the payment is pending for two minutes' },
];

const formatted = ({ currency_code: currency, value }: Money): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    // HUF and TWD have none at PayPal, whatever is usual elsewhere.
    minimumFractionDigits: value.split('.')[1]?.length ?? 0,
  }).format(value as `${number}`);

const brandOf = (order: Order): string => order.brandName ?? 'the merchant';

function ended(order: Order | null): Answer {
  const address = order && cancelAddress(order);
  const back = address && html`<p class="acts"><a class="btn pri" href="${address}">Back</a></p>`;
  return plainPage(
    'This payment has ended',
    html`<p class="note">It was not approved in time, or the address is wrong. Nothing was charged. Start again from the invoice.</p>${back}`,
    404,
  );
}

/** An address of the merchant, with the names that PayPal adds. */
function backTo(given: string | null, added: Record<string, string>): string | null {
  if (!given) return null;
  const address = new URL(given);
  for (const [name, value] of Object.entries(added)) address.searchParams.append(name, value);
  return address.href;
}

/** Where a payer who agreed returns to. */
function returnAddress(order: Order): string | null {
  return backTo(order.returnUrl, {
    token: order.id,
    ...(order.payerId ? { PayerID: order.payerId } : {}),
  });
}

const cancelAddress = (order: Order): string | null => backTo(order.cancelUrl, { token: order.id });

function agreed(order: Order): Answer {
  const address = returnAddress(order);
  const said = `${formatted(order.unit.amount)} to ${brandOf(order)}`;
  return plainPage(
    order.status === 'COMPLETED' ? 'You have paid' : 'You have approved this payment',
    html`<p class="done">${said}</p>${
      address && html`<p class="acts"><a class="btn pri" href="${address}">Continue</a></p>`
    }`,
  );
}

function choice({ value, name, what }: (typeof ways)[number], chosen: boolean): Html {
  return html`<label class="choice"><input type="radio" name="funding" value="${value}"${
    chosen && html` checked`
  }><span>${name}: ${what}</span></label>`;
}

function question(order: Order, problem: string | null, status = 200): Answer {
  const amount = formatted(order.unit.amount);
  return page({
    title: `${brandOf(order)} · Pay with PayPal`,
    status,
    formTargets: [order.returnUrl, order.cancelUrl],
    body: html`${sandboxBar}<main class="wrap two">
<section aria-label="Summary">
<p class="biz">${brandOf(order)}</p>
<p class="what">${order.unit.description ?? 'To pay'}</p>
<p class="amount">${amount}</p>
</section>
<section class="card" aria-labelledby="pay-heading"><h1 id="pay-heading">Pay with PayPal</h1>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/paypal/approve/${order.id}">
<fieldset class="field"><legend>Way to pay</legend>
${ways.map((way, index) => choice(way, index === 0))}</fieldset>
<button class="btn pri full" name="action" value="approve">${order.payNow ? `Pay ${amount}` : 'Agree and continue'}</button>
<button class="btn full" name="action" value="cancel">Cancel</button>
<p class="note">This page stands in for PayPal’s own. No account is needed.</p>
</form></section></main>`,
  });
}

const declinedNote = 'That way to pay was declined. Choose another one.';

export function approveRoutes(context: SandboxContext): Route[] {
  const pattern = '/paypal/approve/:order';
  const withOrder =
    (run: (order: Order, account: Account, request: RouteRequest) => Answer) =>
    (request: RouteRequest): Answer => {
      const found = anywhere(context, 'orders', request.params.order ?? '');
      return found && isAlive(found.object, context.clock.now())
        ? run(found.object, found.account, request)
        : ended(found?.object ?? null);
    };
  const isOver = ({ status }: Order): boolean => status === 'APPROVED' || status === 'COMPLETED';
  return [
    {
      method: 'GET',
      pattern,
      handler: withOrder((order) => {
        if (isOver(order)) return agreed(order);
        order.visitedAt ??= context.clock.now();
        return question(order, order.declined ? declinedNote : null);
      }),
    },
    {
      method: 'POST',
      pattern,
      handler: withOrder((order, account, { body }) => {
        const fields = formFields(body);
        if (!isOver(order)) {
          if (fields.get('action') === 'cancel') {
            const address = cancelAddress(order);
            return address ? seeOther(address) : question(order, 'Nothing was paid.');
          }
          const way = ways.find(({ value }) => value === fields.get('funding'));
          if (!way) return question(order, 'Choose a way to pay.', 400);
          approveOrder(context, account, order, way.value);
        }
        // A second press finds the order approved and goes the same way.
        const address = returnAddress(order);
        return address ? seeOther(address) : agreed(order);
      }),
    },
  ];
}
