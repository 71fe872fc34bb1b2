import type { Database } from '../../../src/server/db/database.ts';
import { ONE_ESTIMATE } from './one-document.ts';

const HASH = 'a'.repeat(64);

/** An accepted estimate and the message that brought it: before `0037_estimate_acceptance`. */
export async function storeAcceptedEstimate({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_ESTIMATE}, profile as (
      insert into business_profiles (business_id, business_name) select id, 'Quill' from business
    )
    insert into emails (business_id, kind, estimate_id, to_address, subject, message, message_id)
    select business_id, 'estimate', id, 'marta@harbor.example', 'Estimate', 'Hello', 'm-1'
    from estimate`);
}

/** An estimate with a line that was declined and then accepted: before `0038_estimate_choice`. */
export async function storeAnsweredEstimate({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_ESTIMATE}, line as (
      insert into estimate_line_items (business_id, estimate_id, position, description, quantity,
        unit_price, total, net, gross)
      select business_id, id, 1, 'Trees', 1, 5, 5, 5, 5 from estimate
    )
    insert into estimate_answers (business_id, estimate_id, time_zone, ip_address, currency, total,
      revision, sha256, hash, number, answer, name, way)
    select business_id, id, 'UTC', '::1', 'USD', 5, 1, '${HASH}', '${HASH}', number, answer,
      case answer when 'accepted' then 'Marta' end, case answer when 'accepted' then 'typed' end
    from estimate, (values (1, 'declined'), (2, 'accepted')) given (number, answer)`);
}
