/**
 * The columns of the table, of a fixed width so that nothing moves on hover, choice or loading. Narrow
 * tables close columns to nothing and do not remove them: cells that span several would otherwise make
 * new ones, which take the customer's room.
 */
const CLOSED = {
  issued: '@max-[1061px]:invisible @max-[1061px]:px-0',
  time: '@max-[961px]:invisible @max-[961px]:px-0',
  due: '@max-[821px]:invisible @max-[821px]:px-0',
};

export const COLUMN_WIDTHS = [
  'w-12',
  'w-[138px]',
  '',
  'w-[116px] @max-[1061px]:w-0',
  'w-[110px] @max-[821px]:w-0',
  'w-[104px] @max-[961px]:w-0',
  'w-[152px] @max-[1061px]:w-[140px] @max-[821px]:w-[128px]',
  'w-(--w-amount) @max-[861px]:w-(--w-amount-narrow)',
  'w-[92px] @max-[961px]:w-16 @max-[821px]:w-13',
];

/** What the cells of a column have in common: in the head, in rows and while they load. */
export const COLUMN = {
  check: 'p-0 print:invisible',
  text: 'px-3 py-0 text-left',
  customer: 'px-3 py-0 text-left @max-[821px]:pr-0',
  issued: `py-0 pr-0 pl-3 text-left ${CLOSED.issued}`,
  due: `py-0 pr-0 pl-3 text-left ${CLOSED.due}`,
  time: `py-0 pr-3 pl-2 text-left ${CLOSED.time}`,
  status: 'px-3 py-0 text-left @max-[821px]:pr-0',
  amount: 'py-0 pr-3 pl-0 text-right tabular-nums',
  actions: 'py-0 pr-5 pl-0 print:invisible',
};

/** A cell of a row: of one line, cut where its column ends. */
export const ROW_CELL = 'h-(--h-row) truncate';
/** That of an amount: a long one takes two. */
export const AMOUNT_CELL = `h-(--h-row) leading-[18px] overflow-hidden ${COLUMN.amount}`;
