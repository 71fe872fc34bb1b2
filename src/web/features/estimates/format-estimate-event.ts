import { ESTIMATE_STATUS_LABELS } from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { EventSentences } from '../../documents/event-sentences.ts';
import {
  commonSentences,
  formatCreated,
  formatEvent,
  formatStatus,
} from '../../documents/event-sentences.ts';

type HistoryEntry = EstimateDetail['history'][number];

const formatText = (before: string, text: unknown): string =>
  typeof text === 'string' && text !== '' ? before + text : '';

const SENTENCES: EventSentences<HistoryEntry['type']> = {
  ...commonSentences('estimate'),
  'estimate.created': ({ data }) => [
    'draft',
    formatCreated(data['status'], ESTIMATE_STATUS_LABELS),
  ],
  'estimate.accepted': ({ invoice, data }) => [
    'accepted',
    `Accepted${formatText(' online by ', data['name'])}${invoice ? `, became ${invoice}` : ''}`,
  ],
  'estimate.declined': ({ data }) => [
    'rejected',
    `Declined online${formatText(': ', data['reason'])}`,
  ],
  'estimate.not_followed': ({ data }) => [
    'rejected',
    `Nothing was invoiced${formatText(': ', data['reason'])}`,
  ],
  'estimate.converted': ({ invoice }) => [
    'accepted',
    `Converted${invoice ? ` to ${invoice}` : ''}`,
  ],
  'estimate.deposit': ({ invoice }) => [
    'sent',
    `Deposit asked for${invoice ? ` with ${invoice}` : ''}`,
  ],
  'estimate.rejected': ['rejected', 'Rejected'],
  'estimate.expired': ['expired', 'Expired'],
  'estimate.reopened': ({ data }) => [
    'edited',
    `Set back${formatStatus(' to ', data['to'], ESTIMATE_STATUS_LABELS)}`,
  ],
};

export const formatEstimateEvent = (event: HistoryEntry) => formatEvent(SENTENCES, event);
