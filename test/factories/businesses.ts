/** A business for each account that has none yet, as signing up makes one: for accounts made by SQL. */
export const BUSINESSES_OF_NEW_ACCOUNTS = `
  with lone as (
    select id as account_id, gen_random_uuid() as business_id, created_at from users u
    where not exists (select from members m where m.account_id = u.id)
  ), made as (
    insert into businesses (id, created_at) select business_id, created_at from lone
  )
  insert into members (business_id, account_id, role)
  select business_id, account_id, 'owner' from lone`;
