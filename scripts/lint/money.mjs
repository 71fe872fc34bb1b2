/**
 * Amounts are compared as money and never as text: '500' and '500.00' are the same yen. A rule of names,
 * since decimals are strings to the compiler.
 */

/** Fields of answers and rows that are amounts. */
const AMOUNTS = new Set([
  'amount',
  'total',
  'subtotal',
  'lineTotal',
  'discountTotal',
  'chargeTotal',
  'taxAmount',
  'amountDue',
  'amountOverdue',
  'amountPaid',
  'amountCredited',
  'amountAdjusted',
  'amountWrittenOff',
  'amountReceived',
  'allocatedAmount',
  'unappliedAmount',
  'appliedAmount',
  'refundedAmount',
  'stillOwedAmount',
  'outstanding',
  'overpaid',
]);
const EQUALITY = new Set(['===', '!==', '==', '!=']);
const ORDER = new Set(['<', '>', '<=', '>=']);

function nameOf(node) {
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') {
    return nameOf(node.expression);
  }
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  // `COLUMN.amount` is one of some constants and no amount.
  const isConstant = node.object.type === 'Identifier' && /^[A-Z_]+$/.test(node.object.name);
  return isConstant ? undefined : node.property.name;
}

const isAmount = (node) => AMOUNTS.has(nameOf(node));
const isField = (node) => node.type !== 'Identifier' && isAmount(node);
/** Nothing, a boolean, a bigint or an empty field is no other amount. */
const isNoAmount = (node) =>
  node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined');

const message =
  'Compare amounts as money (isSameAmount, compareMoney): as text, 500 and 500.00 are two.';

const compareAmounts = {
  create: (context) => ({
    BinaryExpression(node) {
      const { operator, left, right } = node;
      if (isNoAmount(left) || isNoAmount(right)) return;
      const wrong =
        (EQUALITY.has(operator) && (isAmount(left) || isAmount(right))) ||
        // Minor units are ordered by such operators too, and are no fields.
        (ORDER.has(operator) && (isField(left) || isField(right)));
      if (wrong) context.report({ node, message });
    },
    CallExpression(node) {
      const { callee, arguments: given } = node;
      if (callee.type !== 'MemberExpression' || callee.property.name !== 'localeCompare') return;
      if (isAmount(callee.object) || given.some(isAmount)) context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'money' }, rules: { 'compare-amounts': compareAmounts } };
