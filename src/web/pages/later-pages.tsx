export function EstimatesPage() {
  return null;
}

export function ExpensesPage() {
  return null;
}

export function ReportsPage() {
  return null;
}

export function UsersPage() {
  return null;
}

export function SubscribePage() {
  return null;
}

export function BillingPage() {
  return null;
}
