import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { ExpenseRow } from './expense.store.ts';

export function presentExpense(row: ExpenseRow): Expense {
  const { customerId, customerName, receiptName, receiptType, receiptSize } = row;
  return {
    id: row.id,
    userId: row.userId,
    customerId,
    customer:
      customerId === null || customerName === null
        ? null
        : { id: customerId, name: customerName, company: row.customerCompany },
    category: row.category,
    description: row.description,
    amount: row.amount,
    currency: row.currency,
    expenseDate: row.expenseDate,
    vendor: row.vendor,
    receiptUrl: row.receiptUrl,
    receipt:
      receiptName === null || receiptType === null || receiptSize === null
        ? null
        : { fileName: receiptName, contentType: receiptType, size: receiptSize },
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
