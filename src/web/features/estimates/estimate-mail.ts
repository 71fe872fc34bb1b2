import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { DocumentMail } from '../../documents/email/document-mail.ts';
import { sendFailure } from '../../documents/email/document-mail.ts';
import { api, orpc } from '../../lib/api.ts';
import { hasCode, reason } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { refreshEstimates } from './refresh-estimates.ts';

/** Estimates as the screens that send documents by email see them. */
export const estimateMail: DocumentMail<EstimateDetail> = {
  of: 'estimate',
  facts: ({ estimateNumber, currency, total, expiryDate }) => ({
    of: 'estimate',
    number: estimateNumber,
    amount: total,
    currency,
    date: expiryDate,
  }),
  stored: (id) => ({
    queryKey: orpc.estimates.get.queryKey({ input: { id } }),
    queryFn: () => api.estimates.get({ id }),
  }),
  send: (input, idempotencyKey) => api.estimates.sendEmail(input, { context: { idempotencyKey } }),
  refresh: refreshEstimates,
  reload(client, id) {
    const key = orpc.estimates.get.queryKey({ input: { id } });
    void client.invalidateQueries({ queryKey: key });
    refreshEstimates(client);
  },
  refused(error) {
    const failure = sendFailure('estimate', error);
    notify.error('Email Failed', hasCode(error, 'CONFLICT') ? reason(error, failure) : failure);
  },
};

/** What the button of an estimate's message leads to. */
export const MAILED_PAGE = 'A button leads to the estimate’s page, where it can be read';
