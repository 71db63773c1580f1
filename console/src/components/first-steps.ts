import { laterPart } from './lazy-part.tsx';

/** Onboarding checklist. It is loaded after the page is shown, because few people see it. */
export const FirstSteps = laterPart(() => import('./menus/first-steps.tsx'));
