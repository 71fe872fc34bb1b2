import { applyTheme } from '../features/landing/page-script.ts';
import { fixAndGoOn } from '../lib/start-up.ts';

applyTheme();
fixAndGoOn(window);
