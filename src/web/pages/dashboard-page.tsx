export { DashboardView as DashboardPage } from '../features/dashboard/dashboard-view.tsx';
