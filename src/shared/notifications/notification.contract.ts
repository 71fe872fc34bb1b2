import { oc } from '@orpc/contract';
import * as z from 'zod';
import { patchCall } from '../contract/calls.ts';
import { instantText, recordId } from '../contract/fields.ts';
import { listAnswer, listQuery } from '../lists/list-query.ts';

export const NOTIFICATION_TYPES = [
  'invoice.paid',
  'invoice.overdue',
  'invoice.viewed',
  'payment.review',
  'payment.failed',
  'payment.overpaid',
  'payment.disputed',
  'email.failed',
  'email.unwanted',
  'reminder.refused',
  'late_fee.made',
  'late_fee.refused',
  'estimate.viewed',
  'estimate.accepted',
  'estimate.declined',
  'estimate.not_followed',
  'estimate.expired',
  'recurring.made',
  'recurring.refused',
  'trial.nearly_used',
  'trial.used_up',
  'time_zone.lost',
  'customer.proposed',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const notificationSchema = z.object({
  id: z.number(),
  userId: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  message: z.string(),
  /** What it is about, where that is a document, or a customer. */
  invoiceId: z.number().nullable(),
  estimateId: z.number().nullable(),
  recurringId: z.number().nullable(),
  customerId: z.number().nullable(),
  isRead: z.boolean(),
  createdAt: instantText,
});
export type Notification = z.output<typeof notificationSchema>;

/** Without a limit, the list holds so many of the newest. */
export const NEWEST_NOTIFICATIONS = 100;

const TAG = 'Notifications';

export const notificationContract = {
  /** Newest first; 100 of them unless told. */
  list: oc
    .route({ method: 'GET', path: '/notifications', outputStructure: 'detailed', tags: [TAG] })
    .input(listQuery.omit({ search: true }))
    .output(listAnswer(notificationSchema)),
  unreadCount: oc
    .route({ method: 'GET', path: '/notifications/unread-count', tags: [TAG] })
    .output(z.object({ count: z.number() })),
  read: patchCall('/notifications/{id}/read', TAG, z.object({ id: recordId }), notificationSchema),
  /** How many were unread until now. */
  readAll: oc
    .route({ method: 'PATCH', path: '/notifications/read-all', tags: [TAG] })
    .output(z.object({ count: z.number() })),
};
