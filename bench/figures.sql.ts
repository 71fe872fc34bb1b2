/**
 * The same figures in the best SQL that we can write by hand: one statement each, aggregated in the
 * database as far as the answer allows. What the application takes is measured against it.
 */

const COUNTED = `y.business_id = $1 and y.status = 'completed'`;

const MONTH_OF = (column: string) => `to_char(${column}, 'YYYY-MM')`;

/** $1 the owner, $2 today. */
export const DASHBOARD = `
  with days as (
    select $2::date as today, date_trunc('month', $2::date)::date as month,
      ($2::date - interval '1 year')::date as year_ago,
      ($2::date - interval '2 years')::date as two_years_ago,
      ($2::date - interval '1 month')::date as month_ago
  ), received as (
    select y.payment_date as day, sum(y.amount - y.refunded_amount) as amount
    from payments y, days
    where ${COUNTED} and y.payment_date > two_years_ago
      and y.payment_date < month + interval '1 month'
    group by 1
  ), spent as (
    select expense_date as day, sum(amount) as amount from expenses
    where business_id = $1 and deleted_at is null group by 1
  ), invoiced as (
    select issue_date as day, sum(total) as amount from invoices, days
    where business_id = $1 and deleted_at is null and status <> 'draft'
      and issue_date >= month - interval '11 months' and issue_date < month + interval '1 month'
    group by 1
  )
  select
    (select json_agg(t) from (select status, invoice_count, total::text, paid::text, due::text
       from invoice_totals where business_id = $1) t) as totals,
    (select json_agg(r) from (select
       coalesce(sum(amount) filter (where day > year_ago and day <= today), 0)::text as year,
       coalesce(sum(amount) filter (where day <= year_ago), 0)::text as year_before,
       coalesce(sum(amount) filter (where day >= month), 0)::text as this_month,
       coalesce(sum(amount) filter (where day between date_trunc('month', month_ago) and month_ago), 0)::text
         as month_before
       from received, days) r) as received,
    (select json_agg(r) from (select sum(amount)::text as total,
       coalesce(sum(amount) filter (where day > year_ago and day <= today), 0)::text as year,
       coalesce(sum(amount) filter (where day > two_years_ago and day <= year_ago), 0)::text as year_before
       from spent, days) r) as spent,
    (select json_agg(m) from (
       select month, sum(invoiced)::text as invoiced, sum(paid)::text as paid, sum(spent)::text as spent
       from (
         select ${MONTH_OF('day')} as month, amount as invoiced, 0 as paid, 0 as spent from invoiced
         union all select ${MONTH_OF('day')}, 0, amount, 0 from received, days
           where day >= days.month - interval '11 months'
         union all select ${MONTH_OF('day')}, 0, 0, amount from spent, days
           where day >= days.month - interval '11 months' and day < days.month + interval '1 month'
       ) parts group by 1 order by 1) m) as months,
    (select sum(amount_due)::text from invoices, days where business_id = $1
       and deleted_at is null and status = 'sent' and due_date > today + 14) as later,
    (select json_agg(d) from (
       select i.id, i.invoice_number, c.name, i.due_date, i.amount_due::text, i.status
       from (select * from invoices where business_id = $1 and deleted_at is null
               and status in ('sent', 'overdue') and amount_due > 0
             order by due_date, id limit 7) i
       join customers c on c.business_id = i.business_id and c.id = i.customer_id
       order by i.due_date, i.id) d) as due,
    (select json_agg(d) from (
       select i.*, c.name, c.company, c.email, p.public_id
       from (select * from invoices where business_id = $1 and deleted_at is null
             order by issue_date desc, id desc limit 8) i
       join customers c on c.business_id = i.business_id and c.id = i.customer_id
       join public_documents p on p.business_id = i.business_id and p.invoice_id = i.id) d) as recent,
    (select json_agg(a) from (
       select e.id, e.type, e.data, e.created_at, i.invoice_number, c.name
       from (select * from events where business_id = $1 order by id desc limit 100) e
       join invoices i on i.business_id = e.business_id and i.id = e.invoice_id and i.deleted_at is null
       join customers c on c.business_id = i.business_id and c.id = i.customer_id
       order by e.id desc limit 8) a) as activity,
    exists (select 1 from customers where business_id = $1 and deleted_at is null) as has_customer`;

const ROWS = {
  revenue: (limit: string) => `
    select r.invoice_id, r.invoice_number, c.name, r.payment_date, r.amount::text, r.status
    from (
      select y.id, y.payment_date, y.amount - y.refunded_amount as amount, i.id as invoice_id,
        i.invoice_number, i.customer_id, i.status
      from payments y join invoices i on i.business_id = $1 and i.id = y.invoice_id
      where y.business_id = $1 and y.status = 'completed' and y.payment_date between $2 and $3
        and i.deleted_at is null and (y.amount <> y.refunded_amount or i.status = 'paid')
      order by y.payment_date desc, y.id desc ${limit}) r
    join customers c on c.business_id = $1 and c.id = r.customer_id
    order by r.payment_date desc, r.id desc`,
  expenses: (limit: string) => `
    select id, expense_date, category, description, vendor, amount::text from expenses
    where business_id = $1 and deleted_at is null and expense_date between $2 and $3
    order by expense_date desc, id desc ${limit}`,
  customers: (limit: string) => `
    select c.id, c.name, c.email, c.company, s.invoiced::text, s.paid::text
    from (
      select customer_id, sum(total) as invoiced, sum(amount_paid) as paid from invoices
      where business_id = $1 and deleted_at is null and status <> 'draft'
        and issue_date between $2 and $3
      group by 1 order by 2 desc, 1 desc ${limit}) s
    join customers c on c.business_id = $1 and c.id = s.customer_id
    order by s.invoiced desc, c.id desc`,
  invoices: (limit: string) => `
    select i.id, i.invoice_number, c.name, i.issue_date, i.due_date, i.total::text, i.status
    from (
      select * from invoices
      where business_id = $1 and deleted_at is null and issue_date between $2 and $3
      order by issue_date desc, id desc ${limit}) i
    join customers c on c.business_id = $1 and c.id = i.customer_id
    order by i.issue_date desc, i.id desc`,
};
export type ReportName = keyof typeof ROWS;
export const REPORT_NAMES = Object.keys(ROWS) as ReportName[];

/** $1 the owner, $2 and $3 the first and the last day. */
export const reportFigures = (bucket: 'day' | 'month') => {
  const of = (column: string) => (bucket === 'day' ? column : MONTH_OF(column));
  return `
  with received as materialized (
    select ${of('y.payment_date')} as bucket, y.invoice_id, y.amount - y.refunded_amount as amount,
      o.id is null as paid
    from payments y left join invoices o on o.business_id = $1 and o.id = y.invoice_id
      and o.deleted_at is null and o.status in ('draft', 'sent', 'overdue')
    where ${COUNTED} and y.payment_date between $2 and $3
  ), invoiced as (
    select ${of('issue_date')} as bucket, count(*) as created, sum(total) as total,
      sum(total) filter (where status <> 'draft') as amount
    from invoices where business_id = $1 and deleted_at is null and issue_date between $2 and $3 group by 1
  ), spent as (
    select ${of('expense_date')} as bucket, count(*) as number, sum(amount) as amount
    from expenses where business_id = $1 and deleted_at is null and expense_date between $2 and $3 group by 1
  )
  select
    (select json_agg(r) from (select bucket, sum(amount)::text from received group by 1) r) as received,
    (select count(*) from received where amount <> 0 or paid) as items,
    (select count(distinct invoice_id) from received where paid) as paid_invoices,
    (select json_agg(i) from (select bucket, created, total::text, amount::text from invoiced) i) as invoiced,
    (select json_agg(s) from (select bucket, number, amount::text from spent) s) as spent,
    (select count(*) from customers where business_id = $1 and deleted_at is null) as customers,
    (select count(*) from (select 1 from invoices where business_id = $1 and deleted_at is null
       and status <> 'draft' and issue_date between $2 and $3 group by customer_id) c) as active,
    (select sum(invoice_count) from invoice_totals where business_id = $1) as all_invoices`;
};

export const reportRows = (name: ReportName, limit?: number) =>
  ROWS[name](limit === undefined ? '' : `limit ${limit}`);

/** The bare indexed query of each kind, for the same rows in the same order. $1 the owner, $2 the pattern. */
export const SEARCHES = [
  `select i.id, i.invoice_number, c.name, c.company, i.status, i.total from (
     select * from invoices where business_id = $1 and deleted_at is null and search_text like $2
     order by issue_date desc, id desc limit 5) i
   join customers c on c.business_id = $1 and c.id = i.customer_id order by i.issue_date desc, i.id desc`,
  `select e.id, e.estimate_number, c.name, c.company, e.status, e.total from (
     select * from estimates where business_id = $1 and deleted_at is null and search_text like $2
     order by issue_date desc, id desc limit 5) e
   join customers c on c.business_id = $1 and c.id = e.customer_id order by e.issue_date desc, e.id desc`,
  `select id, name, company from customers
   where business_id = $1 and deleted_at is null and search_text like $2
   order by not starts_with(search_text, trim('%' from $2)), sort_name, id limit 5`,
  `select id, name, category, unit_price from items
   where business_id = $1 and deleted_at is null and search_text like $2
   order by not starts_with(search_text, trim('%' from $2)), sort_name, id limit 5`,
  `select id, description, vendor, expense_date, amount from expenses
   where business_id = $1 and deleted_at is null and search_text like $2
   order by expense_date desc, id desc limit 5`,
];
