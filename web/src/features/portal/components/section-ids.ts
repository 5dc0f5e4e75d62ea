/** Where links within the dashboard lead. */
export const messengerSectionId = 'messenger';
