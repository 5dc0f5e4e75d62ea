/** The log-in by itself: on a slow line somebody types while the pages behind it have not been asked for. */
export { LogInPage } from '../features/portal/components/log-in-page.tsx';
