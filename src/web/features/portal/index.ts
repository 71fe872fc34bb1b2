export { PortalPage } from './portal-page.tsx';
