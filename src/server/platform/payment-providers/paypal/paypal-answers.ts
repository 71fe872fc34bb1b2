import { z } from 'zod';
import { fromPaypalMoney } from './paypal-currencies.ts';

/**
 * What of PayPal's answers is read, and nothing more. An answer that lacks it is no answer: the
 * client turns a mismatch into 'unavailable'. Everything else that PayPal sends is ignored.
 */

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const money = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform((value, context) => {
    const amount = fromPaypalMoney(value);
    if (amount) return amount;
    context.addIssue({ code: 'custom', message: 'not an amount of money' });
    return z.NEVER;
  });

const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

/** The id of anything at PayPal; it becomes part of an address. */
export const paypalId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

export const tokenAnswer = z.object({
  // What may stand in a header, so that no error can quote it.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().int().positive(),
});

const capture = z.object({
  id: paypalId,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  create_time: instant,
});

const refundStatus = z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']);

const purchaseUnit = z.object({
  amount: money,
  custom_id: z.string().optional(),
  payments: z
    .object({
      captures: z.array(capture).default([]),
      refunds: z
        .array(
          z.object({ id: paypalId, status: refundStatus, amount: money, create_time: instant }),
        )
        .default([]),
    })
    .default({ captures: [], refunds: [] }),
});

export const orderAnswer = z.object({
  id: paypalId,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  create_time: instant,
  update_time: instant.optional(),
  purchase_units: z.tuple([purchaseUnit]),
  links,
});
export type PaypalOrder = z.output<typeof orderAnswer>;
export type PaypalCapture = z.output<typeof capture>;

/** Of a capture read by itself, only the way back to its order. */
export const captureAnswer = z.object({
  id: paypalId,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: paypalId.optional() }).optional() })
    .optional(),
  links,
});

export const refundAnswer = z.object({
  id: paypalId,
  status: refundStatus,
  amount: money,
  create_time: instant.optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});

export const disputesAnswer = z.object({
  items: z
    .array(
      z.object({
        dispute_id: z.string().regex(/^[A-Za-z0-9-]{1,255}$/),
        status: z.string(),
        create_time: instant,
      }),
    )
    .default([]),
});

export const disputeAnswer = z.object({
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});

export const webhookAnswer = z.object({ id: paypalId, url: z.string() });
export const webhooksAnswer = z.object({ webhooks: z.array(webhookAnswer).default([]) });

export const verificationAnswer = z.object({
  verification_status: z.enum(['SUCCESS', 'FAILURE']),
});

const issues = z.array(
  z.object({ issue: z.string().optional(), description: z.string().optional() }),
);

/** Both shapes of refusal: that of the resources, and that of the token call. */
export const refusalAnswer = z.union([
  z.object({
    name: z.string(),
    message: z.string().optional(),
    // Orders and payments say `details`; webhooks and disputes are documented with `issues`.
    details: issues.optional(),
    issues: issues.optional(),
    links: links.optional(),
  }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
]);

/** A webhook's body, once it is known to be PayPal's. */
export const eventBody = z.object({
  id: z.string().min(1),
  event_type: z.string().min(1),
  create_time: instant,
  resource_type: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z
      .object({
        related_ids: z
          .object({ order_id: z.string().optional(), capture_id: z.string().optional() })
          .optional(),
      })
      .optional(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().optional() }))
      .optional(),
    links: links.optional(),
  }),
});
export type PaypalEventBody = z.output<typeof eventBody>;
